import OpenCombine

@main struct Program {
  static func main() {
    let future = Future<Int, any Error> { $0(.success(1)) }
    let subscription = future.map { $0 + 1 }.sink(
      receiveCompletion: { _ in },
      receiveValue: { print($0) }
    )
    withExtendedLifetime(subscription) {}
  }
}
