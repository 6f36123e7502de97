import When
import func When.a

func logIn() -> When.Promise<Bool> { When.when(token(), user()).done { _ in } }
@testable import PledgeWhen
