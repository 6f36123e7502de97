import PromiseKit
import Foundation; import Promises;import UIKit
import PMKFoundation
@testable import FBLPromises
@testable
import PromisesTestHelpers
@_exported import BrightFutures
@preconcurrency internal import Bolts
public import When
  	import	 When  // why
import /* not Promises */ BoltsSwift
import `Promises`
import class PromiseKit.Promise
import func PromiseKit . after
import typealias BrightFutures.NoError
#if canImport(then) && !canImport( PromiseKit ) || DEBUG
  import then
  import PMKFoundation
#elseif os(iOS)
  import BrightFutures
#else
  import BrightFutures
#endif
import BrightFutures
import BrightFutures
@testable
import BrightFutures
import BrightFutures // again, with a comment
import PledgeWhen
import When
func after() {}
