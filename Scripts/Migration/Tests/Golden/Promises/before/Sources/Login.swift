internal import Foundation
public import Promises

public func logIn(_ name: String) -> Promises.Promise<String> {
  Promise(on: .global()) { try greeting(of: name) }
    .timeout(5)
    .recover { error in Promise("nobody, by Promises.Promise") }
}

func both() -> Promises.Promise<(String, String)> {
  Promises.all(logIn("a"), logIn("b"))
}
