import PledgePromises
import Foundation

func old(_ promise: FBLPromise<NSString>) -> Promise<NSString> {
  Promise(promise)
}
