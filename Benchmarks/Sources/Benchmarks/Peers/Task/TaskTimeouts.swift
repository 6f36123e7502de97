extension TaskPeer {
  static func timeout(_ count: Int) -> Int {
    checksum(count) { index in
      let source = pending()
      let last = limited(source)
      source.settle(index)
      await last.value
    }
  }

  static func timers(_ count: Int) -> Int {
    checksum {
      let sources = (0..<count).map { _ in pending() }
      let last = sources.map { limited($0) }
      for (index, source) in sources.enumerated() { source.settle(index) }
      for stage in last { await stage.value }
    }
  }

  /// Races a source with a sleep, and cancels the sleep if the source wins.
  private static func limited(_ source: Pending) -> Task<Void, Never> {
    stage {
      let first = await withTaskGroup(of: Int?.self) { group in
        group.addImmediateTask { await source.value }
        group.addImmediateTask {
          try? await Task.sleep(for: .seconds(3600))
          return nil
        }
        let first = await group.next()
        group.cancelAll()
        return first ?? nil
      }
      if let first { collect(first) }
    }
  }
}
