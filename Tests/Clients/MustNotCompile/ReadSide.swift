// expect: static member 'resolve' cannot be used on instance of type 'Future<Int>'
// expect: 'discard(file:)' is unavailable: Discard the promise, or one derived with 'map { $0 }'.
// expect: static member 'resolve' cannot be used on instance of type 'LazyPromise<Int>'
// expect: cannot inherit from non-open class 'Future<Int>' outside of its defining module
import Pledge

// A consumer may detach by discarding its own stage; only the owner may settle or discard the
// promise itself.

func settle(_ future: Future<Int>) {
  future.resolve(1)
}

func stop(_ future: Future<Int>) {
  future.discard()
}

func settle(_ promise: LazyPromise<Int>) {
  promise.resolve(1)
}

class Mine: Future<Int>, @unchecked Sendable {
}
