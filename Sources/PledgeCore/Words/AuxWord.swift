/// The bits of the word `aux` of a pending node.
///
///     [ detached 63 | unretained 62 | ignored 61 | 0 | priority 48 | live 32 | detachments 0 ]
///
/// It is changed under the node's stripe, or under a pin of a node that is not edited. In a settled
/// node, the word is a link: no address has a bit in 48…55, so a priority that is left can be told
/// from one; tags of addresses use bits above these. In a consumer with an owner, it is the address
/// of the owner, and ``staysAttached``; in a waiter, 1 once it is canceled.
enum AuxWord {
  /// The number of detachments since the last sweep of the list of consumers.
  static var detachmentsMask: UInt { 0xFFFF_FFFF }
  /// The position of 16 bits: the number of live entries after the last sweep, over 32.
  static var liveShift: UInt { 32 }
  static var maxLive: UInt { 0xFFFF }
  /// The position of eight bits: the priority that was lent to the node.
  static var lentShift: UInt { 48 }
  static var lent: UInt { 0xFF << lentShift }
  /// Errors are ignored, as if by a consumer.
  static var ignored: UInt { 1 << 61 }
  /// The last consumer detached after the deinit had begun, so the deinit has to stop the work.
  static var unretained: UInt { 1 << 62 }
  /// A rejection counts as handled, because a consumer has detached or errors are ignored.
  static var detached: UInt { 1 << 63 }
  /// The bits that remain when the consumers are counted again.
  static var kept: UInt { ignored | lent }
  /// Unlike a dependency, the consumer stays attached when its owner is settled.
  static var staysAttached: UInt { 1 }
}
