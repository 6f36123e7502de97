#if canImport(PledgePromiseKit)
import class PledgePromiseKit.Promise
import func PledgePromiseKit.when
#endif
#if canImport(UIKit) && canImport(PMKUIKit)
import PMKUIKit
import UIKit
#endif

func load(_ names: [String], by loader: Loader) -> Promise<[Image]> {
  when(fulfilled: names.map(loader.load))
}
