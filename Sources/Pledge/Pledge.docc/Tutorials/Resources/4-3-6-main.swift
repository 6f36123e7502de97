import Pledge
import PledgeTrace

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let recorder = TraceRecorder(title: "users")
recorder.start()
_ = try await loader.user(3).value
recorder.stop()
try recorder.trace.write(to: "timeline.html")
print("open timeline.html in a browser")
