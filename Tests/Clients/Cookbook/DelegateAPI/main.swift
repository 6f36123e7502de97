import Observation
import Pledge
import Services

/// Passes the answer of the scanner on.
final class ScanDelegate: TicketScannerDelegate {
  private let resolver: Resolver<String>

  init(_ resolver: Resolver<String>) {
    self.resolver = resolver
  }

  func scanner(_ scanner: TicketScanner, didRead code: String) {
    resolver.resolve(code)
  }

  func scanner(_ scanner: TicketScanner, didFailWith error: any Error) {
    resolver.reject(error)
  }
}

@MainActor @Observable
final class CheckInModel {
  private(set) var status = ""
  private let scanner: TicketScanner
  // The scanner does not retain its delegate. When this reference is replaced or released with the
  // model, so is the resolver, and a promise that is still pending is rejected.
  private var delegate: ScanDelegate?
  private let scans = DiscardBag()

  init(scanner: TicketScanner) {
    self.scanner = scanner
  }

  /// Reads one ticket, instead of the one that is awaited.
  ///
  /// To stop, discard the promise.
  func checkIn() -> Promise<String> {
    scans.discardAll()
    status = "Hold the ticket in front of the camera"
    return scan()
      .ensure { [scanner] in scanner.stop() }
      .observe(on: MainActor.shared, owner: self) { model, result in model.show(result) }
      .discarded(by: scans)
  }

  private func scan() -> Promise<String> {
    Promise { resolver in
      let delegate = ScanDelegate(resolver)
      self.delegate = delegate
      scanner.delegate = delegate
      scanner.start()
    }
  }

  private func show(_ result: Result<String, any Error>) {
    switch result {
    case .success(let code): status = "Welcome, \(code)"
    case .failure(let error): status = "Please ask our staff (\(error))"
    }
  }
}

let scanner = TicketScanner()
let model = CheckInModel(scanner: scanner)

// The delegate is called on the queue of the scanner.
let first = model.checkIn()
scanner.present("ticket 1")
_ = try await first.value
print(model.status)

let second = model.checkIn()
scanner.deny()
_ = try? await second.value
print(model.status)

// The user taps twice. The second scan replaces the first one, whose handler does not run.
let third = model.checkIn()
let fourth = model.checkIn()
print("replaced: \(third.isRejected), \(model.status)")

// The user closes the screen. The camera is turned off, and the status does not change.
fourth.discard()
print(model.status)
