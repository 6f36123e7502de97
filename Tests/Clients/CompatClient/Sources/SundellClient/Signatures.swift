import ForeignSDK
import Foundation
import PledgeSundell

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private final class Counted: Promise<Int>, @unchecked Sendable {
  override func resolve(with value: Int) {
    super.resolve(with: value + 1)
  }
}

private func both(_ url: URL) {
  let box = Box()
  SundellConfiguration.rejectsBrokenPromises = true
  let promise = Promise<Int>()
  let future: Future<Int> = promise
  let callback: (Future<Int>.Result) -> Void = { _ in box.content += 1 }
  future.observe(using: callback)
  future.observe { result in box.content = (try? result.get()) ?? 0 }
  promise.resolve(with: 1)
  promise.reject(with: URLError(.cancelled))
  let next: (Int) throws -> Future<String> = { Promise(value: "\($0 + box.content)") }
  let text: Future<String> = future.chained(using: next)
  let count: (String) throws -> Int = { $0.count + box.content }
  let counted: Future<Int> = text.transformed(with: count)
  counted.observe(using: callback)
  let data: Future<Data> = URLSession.shared.request(url: url)
  let numbers: Future<[Int]> = data.decoded()
  let same = data.decoded(as: [Int].self, using: JSONDecoder())
  print(numbers, same, Promise<Int>(value: nil), Counted(value: 1))
  Promise(value: box).transformed { $0.content }.observe(using: callback)
}

private func firstEdition(_ future: Future<Int>) {
  let box = Box()
  future.observe(with: { _ in box.content += 1 })
  let next: (Int) throws -> Future<String> = { Promise(value: "\($0 + box.content)") }
  future.chained(with: next).observe { _ in box.content += 1 }
}
