internal import PledgeCore

extension Future {
  /// The current number of consumers, for descriptions; other threads may be changing it.
  package final var currentConsumerCount: Int { consumerCount }
}
