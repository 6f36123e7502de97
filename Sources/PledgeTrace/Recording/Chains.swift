internal import PledgeSupport

/// The chains of a recording, with a list of the finished ones in the order in which they finished.
struct Chains: ~Copyable {
  private(set) var all = Slab<Chain>()
  private var newest = none
  /// The chain that finished first.
  private(set) var oldest = none

  subscript(number: UInt32) -> Chain {
    _read { yield all[number] }
    _modify { yield &all[number] }
  }

  /// The chains by their numbers; some entries are vacant.
  var elements: [Chain] { all.elements }

  /// Adds an unfinished chain without promises.
  mutating func begin(root: UInt64) -> UInt32 { all.insert(Chain(root: root)) }

  /// Adds a promise to a chain.
  @inline(__always)
  mutating func add(_ slot: UInt32, to number: UInt32, isPending: Bool) {
    all[number].add(slot, isPending: isPending)
    if !isPending || all[number].isFinished { review(number) }
  }

  /// Records that a pending promise of a chain has ended.
  @inline(__always)
  mutating func settled(_ number: UInt32) {
    if all[number].settled() == 0 { link(number) }
  }

  /// Updates the list of finished chains after a chain's number of pending promises has changed.
  mutating func review(_ number: UInt32) {
    if all[number].awaited > 0 {
      unlink(number)
    } else if !all[number].isFinished {
      link(number)
    }
  }

  /// Removes a chain.
  mutating func remove(_ number: UInt32) {
    unlink(number)
    all.remove(number)
  }

  private mutating func link(_ number: UInt32) {
    all[number].isFinished = true
    all[number].older = newest
    all[number].newer = none
    if newest == none { oldest = number } else { all[newest].newer = number }
    newest = number
  }

  private mutating func unlink(_ number: UInt32) {
    guard all[number].isFinished else { return }
    let older = all[number].older
    let newer = all[number].newer
    if older == none { oldest = newer } else { all[older].newer = newer }
    if newer == none { newest = older } else { all[newer].older = older }
    all[number].isFinished = false
  }
}
