import CScheduler
import Explorer
import Testing

/// A small program of threads that share two words, and its results under the memory model.
///
/// The threads are separated by `|`. A step is a load `x`, a store `x=1`, an addition `x+1`, an
/// exchange of 1 for 2 `x:12`, or a fence `f`, and then its order `r`, `a`, or `s`, if it has one.
struct Litmus: Sendable, CustomTestStringConvertible {
  let name: String
  let threads: [[String]]
  /// The results of the steps that load, thread by thread, and the last values of the words.
  let allowed: Set<String>
  let showsWords: Bool

  /// Creates a test; in `allowed`, a `*` stands for 0 and 1, and `/` precedes the last values.
  init(_ name: String, _ program: String, _ allowed: String, except forbidden: String = "") {
    self.name = name
    threads = program.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
    showsWords = allowed.contains("/")
    self.allowed = Litmus.results(allowed).subtracting(Litmus.results(forbidden))
  }

  var testDescription: String { name }

  private static func results(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").flatMap { expanded($0.filter { $0 != "/" }) })
  }

  private static func expanded(_ result: String) -> [String] {
    guard let star = result.firstIndex(of: "*") else { return [result] }
    return ["0", "1"].flatMap { expanded(result[..<star] + $0 + result[star...].dropFirst()) }
  }
}

extension Litmus {
  static let all = [
    Litmus("message passing", "x=1 y=1 | y x", "**"),
    Litmus("message passing, only released", "x=1 y=1r | y x", "**"),
    Litmus("message passing, only acquired", "x=1 y=1 | ya x", "**"),
    Litmus("message passing, released and acquired", "x=1 y=1r | ya x", "0* 11"),
    Litmus("message passing, by an update", "x=1 y+1r | y+0a x", "00* 011"),
    Litmus("message passing, by a later store", "x=1 y=1r y=2 | ya x", "0* 11 2*"),
    Litmus("message passing, fences", "x=1 fr y=1 | y fa x", "0* 11"),
    Litmus("message passing, by two threads", "x=1r | xa y=1r | ya x", "*0* 01* 111"),
    Litmus("release sequence", "x=1 y=1r | y:12 | ya x", "00* 011 10* 111 121"),
    Litmus("store buffering", "x=1 y | y=1 x", "**"),
    Litmus("store buffering, released and acquired", "x=1r ya | y=1r xa", "**"),
    Litmus("store buffering, fences", "x=1 fs y | y=1 fs x", "**", except: "00"),
    // The result 11 needs a load of a store that has not been executed, which RC11 forbids.
    Litmus("load buffering", "x y=1 | y x=1", "**", except: "11"),
    Litmus("independent reads", "x=1r | y=1r | xa ya | ya xa", "****"),
    Litmus("independent reads, fences", "x=1 | y=1 | x fs y | y fs x", "****", except: "1010"),
    Litmus("two loads", "x=1 x=2 | x x", "00 01 02 11 12 22"),
    Litmus("two stores", "x=1 x=2 | x", "0/20 1/20 2/20"),
    Litmus("a store before a load", "x=1 x | x=2", "1/10 1/20 2/20"),
    Litmus("a load before a store", "x x=1 | x=2", "0/10 0/20 2/10"),
    Litmus("2+2W", "x=1r y=2r | y=1r x=2r", "/11 /12 /21 /22"),
    Litmus("2+2W, fences", "x=1 fs y=2 | y=1 fs x=2", "/12 /21 /22"),
    Litmus("S", "x=2 y=1r | ya x=1", "0/11 0/21 1/11"),
    Litmus("two updates", "x+1 | x+1", "01/20 10/20"),
    Litmus("a store next to an update", "x+1 | x=5", "0/50 5/60"),
  ]
}

// MARK: - Running

extension Litmus {
  /// The maximum number of preemptions and old stores; four threads have too many schedules.
  var bound: Int { threads.count < 4 ? 12 : 4 }

  /// Adds the threads, and notes the result at the end.
  func arrange(_ trial: Trial) {
    let words = SharedWords(threads.count)
    for (index, steps) in threads.enumerated() {
      trial.thread(Operation("run") { words.loaded[index] = steps.compactMap(words.run) })
    }
    trial.atEnd {
      let values = words.loaded.flatMap(\.self) + (showsWords ? words.last : [])
      trial.note(values.map { "\($0)" }.joined(), for: "result")
    }
  }
}

/// The words of one run, and what each thread has loaded.
@safe private final class SharedWords: @unchecked Sendable {
  private let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 2)
  var loaded: [[UInt64]]

  init(_ threads: Int) {
    loaded = Array(repeating: [], count: threads)
    unsafe words.initialize(repeating: 0, count: 2)
  }

  deinit {
    unsafe words.deallocate()
  }

  var last: [UInt64] { unsafe [words[0], words[1]] }

  /// Runs a step; returns what it loaded.
  func run(_ step: String) -> UInt64? {
    let order: Int32 = step.last.flatMap { ["a": 2, "r": 3, "s": 5][$0] } ?? 0
    let digits = step.compactMap(\.wholeNumberValue).map(UInt64.init)
    let word = unsafe words + (step.first == "y" ? 1 : 0)
    if step.first == "f" {
      __tsan_atomic_thread_fence(order)
    } else if step.contains("=") {
      unsafe __tsan_atomic64_store(word, digits[0], order)
    } else if step.contains("+") {
      return unsafe __tsan_atomic64_fetch_add(word, digits[0], order)
    } else if step.contains(":") {
      return unsafe __tsan_atomic64_compare_exchange_val(word, digits[0], digits[1], order, 0)
    } else {
      return unsafe __tsan_atomic64_load(word, order)
    }
    return nil
  }
}
