// expect: value of type 'Future<Int>' has no member 'discard'
import Pledge

// Who reads may leave, by discarding a stage of its own. To discard is the owner's call.

func stop(_ future: Future<Int>) {
  future.discard()
}
