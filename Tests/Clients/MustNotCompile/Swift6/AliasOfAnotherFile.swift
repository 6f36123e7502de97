// expect: cannot use generic class 'Promise' here; 'PledgePromiseKit' was not imported by this file
// options: Tests/Clients/MustNotCompile/Swift6/Aliases/Loading.swift

/// Returns the length of a name.
public func size(of name: String) -> Loading<Int> {
  load(name)
}
