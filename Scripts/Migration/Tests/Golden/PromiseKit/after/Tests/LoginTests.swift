import XCTest

@testable import App
@testable import PledgePromiseKit

final class LoginTests: XCTestCase {}
