import PledgePromiseKit

/// The app's own name for promises.
public typealias Loading = PledgePromiseKit.Promise
