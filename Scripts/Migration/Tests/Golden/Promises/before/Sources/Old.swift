import FBLPromises
import Promises
import Foundation

func old(_ promise: FBLPromise<NSString>) -> Promise<NSString> {
  Promise(promise)
}
