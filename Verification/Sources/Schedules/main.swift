import Explorer
import Foundation
import Pledge

let scenarios =
  Settling.all + Leaving.all + Linking.all + Looping.all + Losing.all + Combinations.all

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()), scenarios)
  UnheardRejections.handle { _ in }
  Exploration.prepare(stripes: options.stripes)
  exit(options.schedule.map(Survey.replay) ?? Survey.run(options))
} catch {
  FileHandle.standardError.write(Data("Scripts/Proofs/schedules: \(error)\n".utf8))
  exit(64)
}
