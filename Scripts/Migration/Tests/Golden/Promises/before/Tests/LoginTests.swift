import PromisesTestHelpers
import XCTest

@testable import App
@testable import Promises
