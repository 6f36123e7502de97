extension Program {
  /// Decodes a program from bytes.
  ///
  /// Any bytes are valid.
  public init(bytes: some Sequence<UInt8>) {
    var decoder = Decoder(bytes)
    self = decoder.program()
  }
}

/// Decodes a program from bytes, and reads zeros after their end.
private struct Decoder {
  private var bytes: ArraySlice<UInt8>
  private var slotCount = 1
  private var number = 0
  /// The maximum nesting of effects.
  private static let deepest = 3

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = ArraySlice(bytes)
  }

  /// Decodes a program.
  ///
  /// Half of the programs use few promises, so that each takes part in many actions.
  mutating func program() -> Program {
    slotCount = 2 + Int(byte()) % (Program.slotCount - 1)
    if slotCount > 6 { slotCount = byte() % 2 == 0 ? slotCount : slotCount / 2 }
    var actions: [Action] = []
    while !bytes.isEmpty { actions.append(action(depth: 0)) }
    return Program(actions)
  }

  private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }
  private mutating func slot() -> Int { Int(byte()) % slotCount }
  private mutating func target() -> Int? { byte() % 4 == 0 ? nil : slot() }
  private mutating func ticks() -> Int { Int(byte() % 4) }

  /// Decodes a case of an enumeration.
  private mutating func any<Kind: CaseIterable>(_: Kind.Type) -> Kind
  where Kind.AllCases.Index == Int {
    Kind.allCases[Int(byte()) % Kind.allCases.count]
  }

  private mutating func next() -> Int {
    number += 1
    return number
  }

  private mutating func action(depth: Int) -> Action {
    switch byte() % 36 {
    case 0...5: .make(root(depth: depth), into: slot())
    case 6...14: settling(depth: depth)
    case 15: .read(slot())
    case 16: .share(slot())
    case 17: .ignoreErrors(slot())
    case 18: .chain(slot(), after: slot())
    case 19...24: .derive(any(Operator.self), from: slot(), handler(depth: depth), into: target())
    case 25: .send(any(Jobs.self), from: slot(), handler(depth: depth), into: target())
    case 26: .time(any(Timing.self), from: slot(), ticks: ticks(), into: target())
    case 27...28: .combine(any(Combiner.self), members(), into: target())
    case 29...32: loop(depth: depth)
    default: environmental()
    }
  }

  private mutating func root(depth: Int) -> Root {
    switch byte() % 6 {
    case 0...1: .pending
    case 2: .fulfilled(next())
    case 3: .rejected(next())
    case 4: .stoppable(handler(depth: depth))
    default: .lazy(handler(depth: depth))
    }
  }

  private mutating func settling(depth: Int) -> Action {
    switch byte() % 10 {
    case 0: .resolve(slot(), next())
    case 1: .reject(slot(), next())
    case 2...3: .discard(slot())
    case 4: .fulfill(slot(), next())
    case 5: .fail(slot(), next())
    case 6: .onDiscard(slot(), handler(depth: depth))
    case 7...8: .drop(slot())
    default: .breakPromise(slot())
    }
  }

  private mutating func environmental() -> Action {
    switch byte() % 8 {
    case 0...2: .advance(ticks: ticks())
    case 3: .runJobs
    case 4: .dropJobs
    case 5: .pauseQueue
    case 6: .resumeQueue
    default: .discardQueue
    }
  }

  private mutating func loop(depth: Int) -> Action {
    switch byte() % 6 {
    case 0: .find(among: members(), handler(depth: depth), into: target())
    case 1: .fold(count: few(), handler(depth: depth), into: target())
    case 2:
      .mapConcurrently(
        count: few(),
        limit: 1 + few() % 2,
        handler(depth: depth),
        into: target()
      )
    case 3: .retry(max: few(), ticks: ticks(), handler(depth: depth), into: target())
    case 4: .enqueue(handler(depth: depth), into: target())
    default: .load(key: few(), handler(depth: Decoder.deepest), into: target())
    }
  }

  private mutating func few() -> Int { Int(byte() % 4) }

  private mutating func members() -> [Int] {
    (0..<byte() % 4).map { _ in slot() }
  }

  private mutating func handler(depth: Int) -> Handler {
    let shape = byte()
    let answer: Answer =
      switch shape % 4 {
      case 0...1: .value
      case 2: .promise(slot())
      default: .failure
      }
    let hasEffect = shape / 4 % 4 == 0 && depth < Decoder.deepest && !bytes.isEmpty
    return Handler(next(), answer, effect: hasEffect ? action(depth: depth + 1) : nil)
  }
}
