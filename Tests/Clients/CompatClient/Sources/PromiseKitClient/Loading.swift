import PledgePromiseKit

/// A name of the app's own for promises.
public typealias Loading = PledgePromiseKit.Promise
