import ForeignSDK

// Three programs as readers of the articles would write them.
run(["login": logIn, "parallel downloads": downloadAll, "image cache": showImages])
