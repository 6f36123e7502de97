import NIOCore
import NIOEmbedded

@main struct Program {
  static func main() {
    let loop = EmbeddedEventLoop()
    loop.makeSucceededFuture(1).map { $0 + 1 }.whenComplete { print($0) }
  }
}
