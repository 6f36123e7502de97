/// Returns the operations 0..<count in groups of `size`; the last group may be smaller.
func groups(of size: Int, in count: Int) -> some Sequence<Range<Int>> {
  stride(from: 0, to: count, by: size).lazy.map { $0..<min($0 + size, count) }
}
