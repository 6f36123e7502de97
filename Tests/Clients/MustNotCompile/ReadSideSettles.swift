// expect: value of type 'Future<Int>' has no member 'resolve'
import Pledge

func settle(_ future: Future<Int>) {
  future.resolve(1)
}
