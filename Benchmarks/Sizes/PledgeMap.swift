import Pledge

@main struct Program {
  static func main() {
    Promise(value: 1).map { $0 + 1 }.observe { print($0) }
  }
}
