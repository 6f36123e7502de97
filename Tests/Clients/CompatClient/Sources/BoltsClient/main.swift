import Dispatch
import ForeignSDK
import Foundation

MainActor.assumeIsolated {
  loginFlow {
    print("BoltsClient: the program ran")
    exit(0)
  }
}
dispatchMain()
