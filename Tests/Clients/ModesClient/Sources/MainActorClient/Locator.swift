import Pledge

/// A delegate as an SDK would declare it: it is called once or never.
@MainActor
protocol GPSDelegate: AnyObject {
  func gps(didFind place: String)
  func gps(didFailWith error: any Error)
}

/// A class as an SDK would provide it.
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

/// Turns a delegate callback into a promise by storing the resolver.
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
    resolver?.resolve(place)
    resolver = nil
  }

  func gps(didFailWith error: any Error) {
    gps.stop()
    resolver?.reject(error)
    resolver = nil
  }
}
