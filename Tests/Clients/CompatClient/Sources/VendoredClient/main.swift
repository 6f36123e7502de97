import ForeignSDK
import Foundation
import PledgePromiseKit

require(upload("photo").value == "vendored validate text", "\(upload("photo"))")
let photo = URL(fileURLWithPath: "/photo")
require(download(photo).value == "vendored validate text", "\(download(photo))")
require(nextLogin().value == "vendored", "\(String(describing: nextLogin().value))")
#if os(macOS) || os(Linux)
require(run(Process()).error is Printed, "\(run(Process()))")
#endif
print("VendoredClient: the app's own extensions ran")
