import ForeignSDK

// Three programs as users of then write them.
run(["login": logIn, "parallel downloads": downloadAll, "image cache": showImages])
