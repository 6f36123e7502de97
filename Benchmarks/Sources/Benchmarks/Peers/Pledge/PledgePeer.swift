/// Pledge, used as anybody does: the one module, no special flag.
enum PledgePeer {}
