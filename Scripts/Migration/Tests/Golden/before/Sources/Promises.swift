@testable import Promises
import FBLPromises

func both() -> Promises.Promise<(String, String)> { Promises.all(logIn("a"), logIn("b")) }
func old(_ promise: FBLPromise<NSString>) -> Promise<NSString> { promise.asObjCPromise() }
class Load: Promise<Int>, B {}
