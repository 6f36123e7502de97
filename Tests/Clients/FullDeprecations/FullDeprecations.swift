import Dispatch
import PledgePromiseKit

// What PledgePromiseKit has with -DPMKFullDeprecations alone, in each form in which the original has
// it. That it compiles is the test: Scripts/Checks/full-deprecations.
@available(*, deprecated)
func useOldNames(on queue: DispatchQueue) {
  let texts = Promise.value(["a", "1"])
  let text: Promise<String> = texts.firstValue
  let optional: Promise<Int> = text.flatMap { Int($0) }
  let optionalElsewhere: Promise<Int> = text.flatMap(on: queue) { Int($0) }
  let failing: Promise<Int> = text.flatMap(on: nil) { _ in throw PMKError.badInput }
  let mapped: Promise<[Int]> = texts.map { (text: String) in text.count }
  let mappedElsewhere: Promise<[Int]> = texts.map(on: queue) { (text: String) in text.count }
  let flat: Promise<[Character]> = texts.flatMap { (text: String) in Array(text) }
  let flatElsewhere: Promise<[Character]> = texts.flatMap(on: queue) { (text: String) in text }
  let whole: Promise<Int> = texts.map { (texts: [String]) in texts.count }
  for promise in [optional, optionalElsewhere, failing, whole] { promise.cauterize() }
  for promise in [mapped, mappedElsewhere] { promise.cauterize() }
  for promise in [flat, flatElsewhere] { promise.cauterize() }
  if case PMKError.flatMap(let value, let type)? = optional.error { print(value, type) }
}
