// expect: 'fulfill' has been renamed to 'resolve(_:)'
import Pledge

// Other libraries call it `fulfill`; the compiler suggests Pledge's name.

func answer(_ resolver: Resolver<Int>) {
  resolver.fulfill(42)
}
