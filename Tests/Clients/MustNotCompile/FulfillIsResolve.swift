// expect: 'fulfill' has been renamed to 'resolve(_:)'
import Pledge

// Other libraries fulfill a promise by another name: the compiler offers ours.

func answer(_ resolver: Resolver<Int>) {
  resolver.fulfill(42)
}
