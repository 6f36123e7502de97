import Foundation
import When

func logIn() -> When.Promise<Bool> {
  let promise = Promise<Bool>(queue: .main)
  When.when(token(), user()).done { token, user in
    promise.resolve(token.user == user)
  }
  return promise
}
