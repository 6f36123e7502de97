extension TaskPeer {
  static func fanOut(_ count: Int, size: Int) -> Int {
    checksum {
      for group in groups(of: size, in: count) {
        let source = pending()
        let observers = group.map { _ in stage { collect(await source.value) } }
        source.settle(1)
        for observer in observers { _ = await observer.value }
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    checksum {
      for group in groups(of: size, in: count) {
        let sources = group.map { _ in pending() }
        let last = stage {
          var values: [Int] = []
          for source in sources { values.append(await source.value) }
          collect(values.reduce(0, +))
        }
        for (source, index) in zip(sources, group) { source.settle(index) }
        await last.value
      }
    }
  }

  static func mapConcurrently(_ count: Int, size: Int) -> Int {
    checksum {
      for group in groups(of: size, in: count) {
        collect(await incremented(group, limit: 8).reduce(0, +))
      }
    }
  }

  /// Limits the size of a task group: starts the first few tasks, and another one whenever one has
  /// ended.
  private static func incremented(_ elements: Range<Int>, limit: Int) async -> [Int] {
    let backlog = Backlog<(Resumption, Int)>()
    var values = [Int](repeating: 0, count: elements.count)
    await withTaskGroup(of: (Int, Int).self) { group in
      var left = elements.makeIterator()
      func startNext() {
        guard let element = left.next() else { return }
        group.addImmediateTask(executorPreference: executor) {
          (element, await Resumption.wait { backlog.append(($0, element)) })
        }
      }
      func answerOldest() {
        guard let (resumption, element) = backlog.popFirst() else { return }
        resumption.resume(returning: element + 1)
      }
      for _ in 0..<limit { startNext() }
      answerOldest()
      while let (element, value) = await group.next() {
        values[element - elements.lowerBound] = value
        startNext()
        answerOldest()
      }
    }
    return values
  }
}
