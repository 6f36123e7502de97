import then
import Then

let a = Promises.whenAll(user.friends.map { fetch($0) }).then { $0 }
let b = then.Promise(1), c = Then.async {}
then.next()
