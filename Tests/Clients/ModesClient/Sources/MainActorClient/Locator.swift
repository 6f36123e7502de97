import Pledge

/// What an SDK would declare: answers come to a delegate, once or never.
@MainActor
protocol GPSDelegate: AnyObject {
  func gps(didFind place: String)
  func gps(didFailWith error: any Error)
}

/// What an SDK would ship.
@MainActor
final class GPS {
  weak var delegate: (any GPSDelegate)?
  private(set) var isRunning = false

  func start() {
    isRunning = true
  }

  func stop() {
    isRunning = false
  }

  func find(_ place: String) {
    delegate?.gps(didFind: place)
  }
}

/// Turns a delegate into a promise by keeping the resolver.
@MainActor
final class Locator: GPSDelegate {
  let gps = GPS()
  private var resolver: Resolver<String>?

  func locate() -> Promise<String> {
    Promise { resolver in
      self.resolver = resolver
      gps.delegate = self
      gps.start()
    }
  }

  func forget() {
    resolver = nil
  }

  func gps(didFind place: String) {
    gps.stop()
    resolver?.fulfill(place)
    resolver = nil
  }

  func gps(didFailWith error: any Error) {
    gps.stop()
    resolver?.reject(error)
    resolver = nil
  }
}
