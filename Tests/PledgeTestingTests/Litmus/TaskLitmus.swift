extension Litmus {
  static let tasks = [
    Self("a task starts before its parent goes on", "ab, ba") { write in
      let task = Task { write("a") }
      write("b")
      await task.value
    },
    Self("a task calls an actor before its parent", "ab, ba") { write in
      let writer = Writer(write)
      let task = Task { await writer.add("a") }
      await writer.add("b")
      await task.value
    },
    Self("two tasks", "ab, ba") { write in await both({ write("a") }, { write("b") }) },
    Self(
      "a task starts a task",
      "bac, cab, cba",
      rare: [
        "abc": "three cores run three tasks at once", "acb": "three cores run three tasks at once",
        "bca": "the detached task is slow to begin",
      ]
    ) { write in
      let task = Task.detached {
        let inner = Task { write("a") }
        write("b")
        await inner.value
      }
      write("c")
      await task.value
    },
  ]

  static let children = [
    Self("a child starts before its parent goes on", "ab, ba") { write in
      async let child: Void = write("a")
      write("b")
      await child
    },
    Self("a child calls an actor before its parent", "ab, ba") { write in
      let writer = Writer(write)
      async let child: Void = writer.add("a")
      await writer.add("b")
      await child
    },
    Self("two children", "ab, ba") { write in
      async let first: Void = write("a")
      async let second: Void = write("b")
      _ = await (first, second)
    },
  ]

  static let groups = [
    Self("a child of a group starts before its parent goes on", "ab, ba") { write in
      await withTaskGroup { group in
        group.addTask { write("a") }
        write("b")
      }
    },
    Self("children of a group", "ab, ba") { write in
      await withTaskGroup { group in
        for name in ["a", "b"] { group.addTask { write(name) } }
      }
    },
  ]
}
