// expect: 'settle' has been renamed to 'settle(with:)'
import Pledge

// The label says that the argument is a result, and not a value.

func answer(_ resolver: Resolver<Int>, _ result: Result<Int, any Error>) {
  resolver.settle(result)
}
