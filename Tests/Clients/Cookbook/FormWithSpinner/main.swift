import Foundation
import Observation
import Pledge
import Services

@MainActor @Observable
final class ProfileFormModel {
  var name = ""
  var photo = Data()
  private(set) var message = ""
  private(set) var isSaving = false
  private let server: ProfileServer
  private var request: Promise<URL>?
  private let requests = DiscardBag()

  init(server: ProfileServer) {
    self.server = server
  }

  /// Sends the name and the photo at the same time.
  ///
  /// While they are sent, taps on Save do nothing.
  @discardableResult
  func save() -> Future<URL> {
    if let request, isSaving { return request }
    isSaving = true
    message = ""
    let request = all(save(name: name), upload(photo))
      .map { _, address in address }
      .timeout(after: .seconds(60))
      .observe(on: MainActor.shared, owner: self) { form, result in form.show(result) }
      .discarded(by: requests)
    self.request = request
    return request
  }

  func cancel() {
    requests.discardAll()
    isSaving = false
  }

  private func show(_ result: Result<URL, any Error>) {
    isSaving = false
    switch result {
    case .success(let address): message = "Saved. Your photo: \(address.lastPathComponent)"
    case .failure(is TimeoutError): message = "The server is slow. Try again later."
    case .failure(let error): message = "Not saved: \(error)"
    }
  }

  private func save(name: String) -> Promise<Void> {
    .fromError {
      server.save(name: name, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }

  private func upload(_ photo: Data) -> Promise<URL> {
    .fromValueOrError {
      server.upload(photo: photo, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }
}

let form = ProfileFormModel(server: ProfileServer())

form.name = "Ada"
form.photo = Data(count: 10)
_ = try await form.save().value
print("\(form.message) spinner: \(form.isSaving)")

// If one request fails, the other one is canceled, here the upload of a large photo.
form.name = ""
form.photo = Data(count: 5_000)
_ = try? await form.save().value
print("\(form.message) spinner: \(form.isSaving)")

// A second tap joins the first one. Then the user cancels, and the form does not show a message.
form.name = "Ada"
form.save()
form.save()
print("spinner: \(form.isSaving)")
form.cancel()
print("message: '\(form.message)' spinner: \(form.isSaving)")
