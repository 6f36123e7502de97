let old = OldProfileController()
await withCheckedContinuation { end in old.viewDidLoad { end.resume() } }
print("before: \(old.title), spinner: \(old.isSpinning)")

let controller = ProfileController()
try await controller.viewDidLoad().value
print("after: \(controller.title), spinner: \(controller.isSpinning)")

let request = controller.viewDidLoad()
controller.viewDidDisappear()
print("closed: pending: \(request.isPending)")
