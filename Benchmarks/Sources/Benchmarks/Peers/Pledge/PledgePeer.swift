/// Pledge with its default flags, and no module but `Pledge`.
enum PledgePeer {}
