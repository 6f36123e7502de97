/// Elements in one piece of memory whose places are used again: they are named by small numbers.
///
/// An array would be asked for its owners with every access. To be used under a lock.
@safe @frozen @usableFromInline package struct Slab<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var places: UnsafeMutableBufferPointer<Element>
  /// The numbers of places to be used again; there is room for all.
  @usableFromInline var vacant: UnsafeMutableBufferPointer<UInt32>
  @usableFromInline var vacancies: UInt32 = 0
  /// How many places have ever been used.
  @usableFromInline var used: UInt32 = 0

  package init() {
    unsafe places = .allocate(capacity: 16)
    unsafe vacant = .allocate(capacity: 16)
  }

  deinit {
    unsafe places.deallocate()
    unsafe vacant.deallocate()
  }

  /// How many there are.
  @inlinable package var count: Int { Int(used - vacancies) }

  /// What is, or was, at every place that has been used.
  package var elements: [Element] { unsafe Array(places[..<Int(used)]) }

  /// What is, or was, at a place that has been used.
  @inlinable package subscript(number: UInt32) -> Element {
    // SAFETY: whatever has been used is there.
    @inline(__always) unsafeAddress {
      precondition(number < used)
      return unsafe UnsafePointer(places.baseAddress.unsafelyUnwrapped + Int(number))
    }
    @inline(__always) unsafeMutableAddress {
      precondition(number < used)
      return unsafe places.baseAddress.unsafelyUnwrapped + Int(number)
    }
  }

  /// Keeps an element.
  ///
  /// - Returns: Its number.
  @inlinable @inline(__always)
  package mutating func insert(_ element: Element) -> UInt32 {
    var number = used
    if vacancies > 0 {
      vacancies -= 1
      number = unsafe vacant.baseAddress.unsafelyUnwrapped[Int(vacancies)]
    } else {
      if unsafe number == places.count { grow() }
      used += 1
    }
    // SAFETY: below `used`, which is at most the number of places.
    unsafe (places.baseAddress.unsafelyUnwrapped + Int(number)).initialize(to: element)
    return number
  }

  /// Makes the place of an element free, whose value stays until there is another one.
  @inlinable @inline(__always)
  package mutating func remove(_ number: UInt32) {
    // What is removed twice would be kept by two.
    precondition(number < used && vacancies < used)
    // SAFETY: as just asked; there is room for as many as were ever used.
    unsafe (vacant.baseAddress.unsafelyUnwrapped + Int(vacancies)).initialize(to: number)
    vacancies += 1
  }

  @usableFromInline mutating func grow() {
    let old = unsafe places
    unsafe places = .allocate(capacity: 2 * old.count)
    _ = unsafe places.initialize(fromContentsOf: old)
    unsafe old.deallocate()
    // None is vacant, or there would be no need to grow.
    unsafe vacant.deallocate()
    unsafe vacant = .allocate(capacity: places.count)
  }
}
