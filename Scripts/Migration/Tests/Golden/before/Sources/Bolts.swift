import BoltsSwift
import Bolts

typealias Loading = BoltsSwift.Task<Data>
func old() -> BFTask<NSString> { BFTaskCompletionSource<NSString>().task }
let a = Bolts.Task(1)
enum Bolts {}
