/// What is done with several promises at once.
public final class Promises: Sendable {}
