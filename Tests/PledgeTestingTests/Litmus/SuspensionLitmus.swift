import Foundation

/// Suspends the current task, after a function, until another task, which is returned, resumes it.
func suspend(
  after last: () -> Void = {},
  until resume: @escaping @Sendable (CheckedContinuation<Void, Never>) -> Void
) async -> Task<Void, Never>? {
  var task: Task<Void, Never>?
  await withCheckedContinuation { continuation in
    task = Task { resume(continuation) }
    last()
  }
  return task
}

extension Litmus {
  static let continuations = [
    Self("a continuation is resumed, and its task goes on first", "rw, wr") { write in
      let task = await suspend { continuation in
        continuation.resume()
        write("r")
      }
      write("w")
      await task?.value
    },
    Self("a continuation is resumed before its task suspends", "rsw, srw, swr") { write in
      let task = await suspend(after: { write("s") }) { continuation in
        continuation.resume()
        write("r")
      }
      write("w")
      await task?.value
    },
    Self("a continuation is resumed within a lock that its task takes", "rwl, wrl") { write in
      let lock = NSLock()
      let task = await suspend { continuation in
        lock.withLock {
          continuation.resume()
          write("r")
        }
      }
      write("w")
      lock.withLock { write("l") }
      await task?.value
    },
  ]

  static let streams = [
    Self("an element is received before its producer goes on", "pc, cp") { write in
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let producer = Task {
        continuation.yield()
        write("p")
        continuation.finish()
      }
      for await _ in stream { write("c") }
      await producer.value
    },
    Self("a stream keeps one element", "12, 2") { write in
      let (stream, continuation) = AsyncStream.makeStream(
        of: Int.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      let producer = Task {
        continuation.yield(1)
        spin()
        continuation.yield(2)
        continuation.finish()
      }
      spin()
      for await number in stream { write("\(number)") }
      await producer.value
    },
    Self("a stream is finished beside its producer", "true, false") { write in
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      await both({ continuation.yield() }, { continuation.finish() })
      write("\(await stream.contains { _ in true })")
    },
    Self("the consumer of a stream is canceled", "true, false", isLarge: true) { write in
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let consumer = Task { write("\(await stream.contains { _ in true })") }
      await both({ consumer.cancel() }, { continuation.yield() })
      await consumer.value
    },
    Self(
      "a stream ends beside its handler of termination",
      "te",
      rare: ["et": "the handler is called once the stream has ended"]
    ) { write in
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      continuation.onTermination = { _ in write("t") }
      let task = Task { continuation.finish() }
      for await _ in stream {}
      write("e")
      await task.value
    },
  ]
}
