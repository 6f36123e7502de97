import ForeignSDK

// Three programs in the style of the articles' readers.
run(["login": logIn, "parallel downloads": downloadAll, "image cache": showImages])
