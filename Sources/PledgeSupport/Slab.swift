/// Elements in one allocation, identified by small numbers; freed places are reused.
///
/// Unlike an array, a slab needs no uniqueness check on access.
///
/// Not thread-safe: callers hold a lock.
@safe @frozen @usableFromInline package struct Slab<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var places: UnsafeMutableBufferPointer<Element>
  /// The numbers of free places; its capacity is that of `places`.
  @usableFromInline var vacant: UnsafeMutableBufferPointer<UInt32>
  @usableFromInline var vacancies: UInt32 = 0
  /// The number of places that have ever been used.
  @usableFromInline var used: UInt32 = 0

  package init() {
    unsafe places = .allocate(capacity: 16)
    unsafe vacant = .allocate(capacity: 16)
  }

  deinit {
    unsafe places.deallocate()
    unsafe vacant.deallocate()
  }

  /// The number of elements.
  @inlinable package var count: Int { Int(used - vacancies) }

  /// The current or last element at every place that has been used.
  package var elements: [Element] { unsafe Array(places[..<Int(used)]) }

  /// The current or last element at a place that has been used.
  @inlinable package subscript(number: UInt32) -> Element {
    // SAFETY: every place below `used` is initialized.
    @inline(__always) unsafeAddress {
      precondition(number < used)
      return unsafe UnsafePointer(places.baseAddress.unsafelyUnwrapped + Int(number))
    }
    @inline(__always) unsafeMutableAddress {
      precondition(number < used)
      return unsafe places.baseAddress.unsafelyUnwrapped + Int(number)
    }
  }

  /// Stores an element.
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
    // SAFETY: `number` is below `used`, and that is at most the number of places.
    unsafe (places.baseAddress.unsafelyUnwrapped + Int(number)).initialize(to: element)
    return number
  }

  /// Frees the place of an element; its value remains until the place is reused.
  @inlinable @inline(__always)
  package mutating func remove(_ number: UInt32) {
    // A place that is freed twice would be shared by two elements.
    precondition(number < used && vacancies < used)
    // SAFETY: checked above; `vacant` has room for as many numbers as were ever used.
    unsafe (vacant.baseAddress.unsafelyUnwrapped + Int(vacancies)).initialize(to: number)
    vacancies += 1
  }

  @usableFromInline mutating func grow() {
    let old = unsafe places
    unsafe places = .allocate(capacity: 2 * old.count)
    _ = unsafe places.initialize(fromContentsOf: old)
    unsafe old.deallocate()
    // `vacant` holds no numbers: the slab grows only when no place is free.
    unsafe vacant.deallocate()
    unsafe vacant = .allocate(capacity: places.count)
  }
}
