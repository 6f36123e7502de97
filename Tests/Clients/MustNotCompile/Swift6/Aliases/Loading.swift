import PledgePromiseKit

// For AliasOfAnotherFile.swift, which does not import PledgePromiseKit.

/// The app's own name for promises.
public typealias Loading = PledgePromiseKit.Promise

func load(_ name: String) -> Loading<Int> {
  .value(name.count)
}
