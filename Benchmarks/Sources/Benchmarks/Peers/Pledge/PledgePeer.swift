/// Pledge with its default flags; only recordings and bridges use modules other than `Pledge`.
enum PledgePeer {}
