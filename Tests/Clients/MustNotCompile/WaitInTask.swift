// expect: instance method 'wait' is unavailable from asynchronous contexts; Await 'value' instead.
import Pledge
import PledgeTesting

// A task that blocks its thread takes the thread away from all other tasks.

func load(_ promise: Promise<Int>) async throws -> Int {
  try promise.wait(timeout: .seconds(1))
}
