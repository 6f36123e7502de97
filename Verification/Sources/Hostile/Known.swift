/// Defects that are known and not yet fixed. Programs avoid what they would break; set a constant to
/// `false` once the defect is fixed.
enum Known {
  /// `all`, `allSettled`, `any`, and `find` retain their inputs, so a pending promise among them
  /// never goes (issue 16, item 9). All promises are discarded at the end of each program.
  static let combinationsRetainInputs = true
}
