// Declarations for the samples in PledgeGSPromise's doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

import Foundation
import Pledge
import PledgeGSPromise

struct SDK {
  func login(completion: () -> Void) { completion() }
}

let sdk = SDK()
var login: GSPromising { GSPromising() }
var upload: GSPromising { GSPromising() }
var logout: GSPromising { GSPromising() }
let manager = GSPromiseManager()
let photo = URL(fileURLWithPath: "photo.jpeg")

func save(_ file: URL) -> Future<Void> { Promise(value: ()) }
