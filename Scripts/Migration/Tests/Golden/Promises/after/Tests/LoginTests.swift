import XCTest

@testable import App
@testable import PledgePromises
