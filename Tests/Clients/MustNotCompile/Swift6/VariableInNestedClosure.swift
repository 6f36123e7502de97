// expect: mutation of captured var 'seen' in concurrently-executing code
import PledgePromiseKit

func newOnes(_ ids: Promise<[Int]>) -> Promise<[Int]> {
  var seen: Set<Int> = []
  return ids.map { ids in
    ids.filter { seen.insert($0).inserted }
  }
}
