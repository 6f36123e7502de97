// expect: cannot inherit from non-open class 'Future<Int>' outside of its defining module
import Pledge

class Mine: Future<Int>, @unchecked Sendable {
}
