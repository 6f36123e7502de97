import ForeignSDK

// A program as users of then would write it.
run(["login": logIn])
