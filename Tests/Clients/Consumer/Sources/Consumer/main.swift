import Pledge

struct NotANumber: Error {}

final class Page {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

func number(_ text: String) -> Future<Int> {
  Promise { resolver in
    if let number = Int(text) {
      resolver.resolve(number)
    } else {
      resolver.reject(NotANumber())
    }
  }
}

let answer = all(["20", "22"].map(number))
  .map { $0.reduce(0, +) }
  .flatMap { sum in Promise(value: "20 + 22 = \(sum)") }
  .map { UncheckedSendable(Page($0)) }
  .map { $0.value.text }

let fallback = number("twenty")
  .map { "\($0)" }
  .recover { explained($0) }

let lost = Promise<String> { _ in }.recover { explained($0) }

print(try await answer.value)
print(try await fallback.value)
print(try await lost.value)
guard try await answer.value == "20 + 22 = 42", try await fallback.value == "NotANumber()" else {
  fatalError("the chains do not compute what they should")
}
