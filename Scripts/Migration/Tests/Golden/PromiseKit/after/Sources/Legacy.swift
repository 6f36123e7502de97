import PledgePromiseKit; import UIKit

@objc public class Bridge: NSObject {
  @objc func load() -> AnyPromise { AnyPromise(Loader().load("a")) }
}

extension Promise {
  @objc func asOld() {}
}
