public import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that would wait forever.
  ///
  /// It is much longer than any test takes on a slow machine.
  public static var hangLimit: Self { .timeLimit(.minutes(60)) }
}
