/// A namespace for operations on several promises.
public final class Promises: Sendable {}
