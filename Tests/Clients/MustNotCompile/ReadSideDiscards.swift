// expect: value of type 'Future<Int>' has no member 'discard'
import Pledge

// A consumer may detach by discarding its own stage; only the owner may discard the promise itself.

func stop(_ future: Future<Int>) {
  future.discard()
}
