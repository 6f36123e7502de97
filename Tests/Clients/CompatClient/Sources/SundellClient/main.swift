import ForeignSDK

// Three programs as readers of the articles write them.
run(["login": logIn, "parallel downloads": downloadAll, "image cache": showImages])
