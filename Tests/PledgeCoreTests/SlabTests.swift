internal import PledgeSupport
import Testing

struct SlabTests {
  @Test func `elements keep their numbers while it grows`() {
    var slab = Slab<Int>()
    let numbers = (0..<1_000).map { slab.insert($0) }

    for (element, number) in numbers.enumerated() {
      let found = slab[number]
      #expect(found == element)
    }
    #expect(slab.count == 1_000)
    #expect(slab.elements == Array(0..<1_000))
  }

  @Test func `freed slots are reused, the last one first`() {
    var slab = Slab<Int>()
    let numbers = (0..<100).map { slab.insert($0) }
    slab.remove(numbers[3])
    slab.remove(numbers[90])
    #expect(slab.count == 98)

    let first = slab.insert(-1)
    let second = slab.insert(-2)
    let third = slab.insert(-3)
    #expect([first, second, third] == [numbers[90], numbers[3], 100])
    #expect(slab.count == 101)
  }

  @Test func `an element can be changed in place`() {
    var slab = Slab<Int>()
    let number = slab.insert(1)
    slab[number] += 41

    let found = slab[number]
    #expect(found == 42)
  }

  @Test func `accessing an unused slot traps`() async {
    await #expect(processExitsWith: .failure) {
      let slab = Slab<Int>()
      _ = slab[0]
    }
    await #expect(processExitsWith: .failure) {
      var slab = Slab<Int>()
      _ = slab.insert(1)
      slab.remove(1)
    }
  }
}
