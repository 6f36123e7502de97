@testable import Promises
import FBLPromises

func both() -> Promises.Promise<(String, String)> { Promises.all(logIn("a"), logIn("b")) }
