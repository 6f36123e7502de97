// expect: 'wait(timeout:)' is unavailable: Await 'value' instead, or import PledgeTesting in a test that is not asynchronous.
import Pledge

func name(_ name: Promise<String>) throws -> String {
  try name.wait(timeout: .seconds(1))
}
