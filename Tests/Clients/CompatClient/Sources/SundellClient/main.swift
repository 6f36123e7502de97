import ForeignSDK

// A program as readers of the articles would write it.
run(["login": logIn])
