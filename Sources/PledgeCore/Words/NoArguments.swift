/// The parameter of a closure that takes no arguments, as in the public initializers.
@usableFromInline package typealias NoArguments = Void
