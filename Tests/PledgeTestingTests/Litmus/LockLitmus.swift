import Foundation
import Pledge
import PledgeTestSupport
import Synchronization

extension Litmus {
  static let locks = [
    Self("two sections of a lock", "1, 2") { write in
      let count = Locked(0)
      let increment = { @Sendable in
        let next = count.value + 1
        spin()
        count.value = next
      }
      await both(increment, increment)
      write("\(count.value)")
    },
    // The flag is never seen without the message.
    Self("a message, and a flag", "0 0, 0 1, 1 1") { write in
      let (message, flag) = (Locked(0), Locked(0))
      let send = { @Sendable in
        message.value = 1
        spin()
        flag.value = 1
      }
      let receive = { @Sendable in
        let seen = flag.value
        spin()
        write("\(seen) \(message.value)")
      }
      await both(send, receive)
    },
    // At least one task sees what the other one has written.
    Self("two tasks write, then read", "0 1, 1 0, 1 1") { write in
      let values = [Locked(0), Locked(0)]
      let read = Locked([0, 0])
      let exchange = { @Sendable (own: Int) in
        values[own].value = 1
        spin()
        let seen = values[1 - own].value
        read.withLock { $0[own] = seen }
      }
      await both({ exchange(0) }, { exchange(1) })
      write("\(read.value[0]) \(read.value[1])")
    },
  ]

  static let promises = [
    Self("a promise is settled, and a task that awaits it goes on first", "sw, ws") { write in
      let promise = Promise<Void>()
      let task = Task {
        promise.resolve()
        write("s")
      }
      try? await promise.value
      write("w")
      await task.value
    },
    Self("two tasks settle a promise", "a, b") { write in
      let promise = Promise<String>()
      await both({ promise.resolve("a") }, { promise.resolve("b") })
      write((try? await promise.value) ?? "")
    },
    Self("a promise starts a task, and its creator goes on", "ab, ba") { write in
      let promise = Promise { (_: ()) async in write("a") }
      write("b")
      try? await promise.value
    },
    Self("a task that awaits a promise is canceled", "settled, canceled", isLarge: true) { write in
      let promise = Promise<String>()
      let task = Task { write((try? await promise.value) ?? "canceled") }
      await both({ task.cancel() }, { promise.resolve("settled") })
      await task.value
    },
    Self(
      "a handler is added, and its promise is settled",
      "ohs, hos, sho",
      rare: ["hso": "what follows a call comes at any time"]
    ) { write in
      let promise = Promise<Void>()
      let settle = { @Sendable in
        promise.resolve()
        write("s")
      }
      let observe = { @Sendable in
        promise.observe { _ in write("h") }
        write("o")
      }
      await both(settle, observe)
    },
  ]

  /// Programs with sections that are whole in explorations: of a free `Mutex`, or of a tried lock.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static var withWholeSections: [Self] {
    [
      Self("a lock is tried", "true, false") { write in
        let lock = NSLock()
        let attempt = { @Sendable in
          let isFree = lock.try()
          if isFree { lock.unlock() }
          write("\(isFree)")
        }
        await both({ lock.withLock { spin() } }, attempt)
      },
      Self("two sections of a mutex", "1, 2") { write in
        let count = MutexCount()
        let increment = { @Sendable in
          let next = count.value.withLock { $0 } + 1
          spin()
          count.value.withLock { $0 = next }
        }
        await both(increment, increment)
        write("\(count.value.withLock { $0 })")
      },
      Self("a continuation is resumed within a mutex that its task takes", "1") { write in
        let count = MutexCount()
        let task = await suspend { continuation in
          count.value.withLock { value in
            continuation.resume()
            spin()
            value = 1
          }
        }
        write("\(count.value.withLock { $0 })")
        await task?.value
      },
    ]
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class MutexCount: Sendable {
  let value = Mutex(0)
}
