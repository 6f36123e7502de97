import XCTest

@testable import App
@testable import PromiseKit

final class LoginTests: XCTestCase {}
