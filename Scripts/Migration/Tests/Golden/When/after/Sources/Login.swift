import Foundation
import PledgeWhen

func logIn() -> PledgeWhen.Promise<Bool> {
  let promise = Promise<Bool>(queue: .main)
  PledgeWhen.when(token(), user()).done { token, user in
    promise.resolve(token.user == user)
  }
  return promise
}
