import ForeignSDK

// Three programs in the style of then's clients.
run(["login": logIn, "parallel downloads": downloadAll, "image cache": showImages])
