import Foundation
@testable import App
import PromiseKit
// import PromiseKit; PromiseKit.conf
/* import When /* PromiseKit.conf */
import When */
/// Uses `import PromiseKit`.
@Test func `import PromiseKit works`() {}
import MyPromises
import struct App.Promises
import App.Then
let `import` = PromiseKit, a = x.import PromiseKit, b = importPromiseKit
let c = "import PromiseKit \" PromiseKit.conf", d = #" \(PromiseKit.conf) " import When "#, e = #"""#
let f = """
  import When \""" PromiseKit.conf
  import PromiseKit
  """
let n = a.PromiseKit.conf + MyPromiseKit.a + PromiseKitten.a + $PromiseKit.a + [PromiseKit]
let o = a
  .PromiseKit.conf
let p = Promises.all(Then.self, Bolts.a, When.b, then.c)
func canImport(_ name: String) {}
#if canImport(UIKit) && canImport(PMKUIKit) && canImport(App, _version: 6)
#endif
let w: PromiseKit
