import BoltsSwift
import Bolts

typealias Loading = BoltsSwift.Task<Data>
let a = Bolts.Task(1)
enum Bolts {}
