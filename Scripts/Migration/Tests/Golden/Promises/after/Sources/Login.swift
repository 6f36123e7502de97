internal import Foundation
public import PledgePromises

public func logIn(_ name: String) -> PledgePromises.Promise<String> {
  Promise(on: .global()) { try greeting(of: name) }
    .timeout(5)
    .recover { error in Promise("nobody, by Promises.Promise") }
}

func both() -> PledgePromises.Promise<(String, String)> {
  PledgePromises.all(logIn("a"), logIn("b"))
}
