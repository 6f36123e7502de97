extension Litmus {
  static let actors = [
    Self("an actor prefers a task of high priority", "ba") { write in
      await Writer(write).add([("a", .low), ("b", .high)])
    },
    Self("two tasks call an actor", "ab, ba", isLarge: true) { write in
      let writer = Writer(write)
      await both({ await writer.add("a") }, { await writer.add("b") })
    },
    Self(
      "an actor is entered when it is left",
      "aAbB, abBA, bBaA",
      rare: [
        "abAB": "what follows a call runs outside the actor", "baAB": "same, in the other order",
        "baBA": "same, in the other order",
      ],
      isLarge: true
    ) { write in
      let writer = Writer(write)
      let call = { @Sendable (name: String) in
        await writer.add(name)
        write(name.uppercased())
      }
      await both({ await call("a") }, { await call("b") })
    },
    Self(
      "an actor is entered while it calls another one",
      "123x, 12x3, 1x23, x123",
      isLarge: true
    ) { write in
      let (outer, inner) = (Writer(write), Writer(write))
      await both(
        { await outer.add("1", before: { await inner.add("2") }, "3") },
        { await outer.add("x") }
      )
    },
    Self("an actor runs its tasks in the order of their arrival", "ab") { write in
      await Writer(write).add([("a", nil), ("b", nil)])
    },
  ]

  static let mainActor = [
    Self("the main actor starts a task, and goes on", "ab, ba") { write in
      let task = await MainActor.run {
        let task = Task.detached { write("a") }
        write("b")
        return task
      }
      await task.value
    },
    Self(
      "the main actor is entered when it is left",
      "aAbB, abAB, abBA, baAB, baBA, bBaA",
      isLarge: true
    ) { write in
      let call = { @Sendable (name: String) in
        await MainActor.run { write(name) }
        write(name.uppercased())
      }
      await both({ await call("a") }, { await call("b") })
    },
    Self("the main actor runs its tasks in the order of their arrival", "ab") { write in
      let tasks = ["a", "b"].map { name in Task { @MainActor in write(name) } }
      for task in tasks { await task.value }
    },
  ]
}
