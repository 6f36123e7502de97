#if canImport(PromiseKit)
import class PromiseKit.Promise
import func PromiseKit.when
#endif
#if canImport(UIKit) && canImport(PMKUIKit)
import PMKUIKit
import UIKit
#endif

func load(_ names: [String], by loader: Loader) -> Promise<[Image]> {
  when(fulfilled: names.map(loader.load))
}
