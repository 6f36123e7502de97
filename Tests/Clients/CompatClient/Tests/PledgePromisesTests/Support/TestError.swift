import PledgePromisesTestHelpers

/// The error of these tests; an unqualified `Test` may refer to the Testing module.
typealias TestError = PledgePromisesTestHelpers.Test.Error
