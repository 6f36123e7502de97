import Pledge

/// Eight chains of three maps, of types with different layouts, so that no two stages are alike.
@main struct Program {
  static func main() {
    let source = Promise(value: CommandLine.argc)
    print(source.map { Int($0) }.map { "\($0)" }.map { [$0] })
    print(source.map { Double($0) }.map { Float($0) }.map { Int8($0) })
    print(source.map { [$0] }.map { $0[...] }.map { $0.isEmpty })
    print(source.map { "\($0)" }.map { $0.first }.map { $0 == "1" })
    print(source.map { $0 > 0 }.map { $0 ? 1.5 : 2.5 }.map { 0...$0 })
    print(source.map { UInt16($0) }.map { [$0: $0] }.map { $0.count })
    print(source.map { Set([$0]) }.map { Array($0) }.map { $0.last })
    print(source.map { ($0, 1.5) }.map { "\($0)"[...] }.map { $0.utf8.count })
  }
}
