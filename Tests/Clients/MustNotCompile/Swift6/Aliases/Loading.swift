import PledgePromiseKit

// For AliasOfAnotherFile.swift, which does not import the module itself.

/// A name of the app's own for promises.
public typealias Loading = PledgePromiseKit.Promise

func load(_ name: String) -> Loading<Int> {
  .value(name.count)
}
