import PledgePromisesTestHelpers

/// What tests reject with; `Test` alone may be that of Testing.
typealias TestError = PledgePromisesTestHelpers.Test.Error
