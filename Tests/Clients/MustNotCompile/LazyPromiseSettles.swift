// expect: value of type 'LazyPromise<Int>' has no member 'resolve'
import Pledge

func settle(_ promise: LazyPromise<Int>) {
  promise.resolve(1)
}
