import Pledge

/// A different type for each number, with the same layout.
struct Step<let number: Int>: Sendable {
  let sum: Int

  init<let earlier: Int>(_ step: Step<earlier>) {
    sum = step.sum + number
  }

  init(sum: Int) {
    self.sum = sum
  }
}

/// Sixteen chains of three maps, each of types of its own.
@main struct Program {
  static func main() {
    let source = Promise(value: Step<0>(sum: 0))
    print(source.map { Step<1>($0) }.map { Step<2>($0) }.map { Step<3>($0) })
    print(source.map { Step<4>($0) }.map { Step<5>($0) }.map { Step<6>($0) })
    print(source.map { Step<7>($0) }.map { Step<8>($0) }.map { Step<9>($0) })
    print(source.map { Step<10>($0) }.map { Step<11>($0) }.map { Step<12>($0) })
    print(source.map { Step<13>($0) }.map { Step<14>($0) }.map { Step<15>($0) })
    print(source.map { Step<16>($0) }.map { Step<17>($0) }.map { Step<18>($0) })
    print(source.map { Step<19>($0) }.map { Step<20>($0) }.map { Step<21>($0) })
    print(source.map { Step<22>($0) }.map { Step<23>($0) }.map { Step<24>($0) })
    print(source.map { Step<25>($0) }.map { Step<26>($0) }.map { Step<27>($0) })
    print(source.map { Step<28>($0) }.map { Step<29>($0) }.map { Step<30>($0) })
    print(source.map { Step<31>($0) }.map { Step<32>($0) }.map { Step<33>($0) })
    print(source.map { Step<34>($0) }.map { Step<35>($0) }.map { Step<36>($0) })
    print(source.map { Step<37>($0) }.map { Step<38>($0) }.map { Step<39>($0) })
    print(source.map { Step<40>($0) }.map { Step<41>($0) }.map { Step<42>($0) })
    print(source.map { Step<43>($0) }.map { Step<44>($0) }.map { Step<45>($0) })
    print(source.map { Step<46>($0) }.map { Step<47>($0) }.map { Step<48>($0) })
  }
}
