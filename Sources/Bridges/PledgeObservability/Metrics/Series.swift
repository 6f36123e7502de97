#if Metrics
import Pledge

/// What tells one timer from another.
struct Series: Hashable {
  /// What stands for all that is beyond a limit.
  static let other = "other"

  /// A place in the source.
  struct Place: Hashable {
    let fileID: String
    let line: UInt

    init(_ event: PromiseEvent) {
      fileID = Series.bounded(event.fileID)
      line = event.line
    }
  }

  var `operator`: String
  /// `nil` for a place beyond the limit.
  var place: Place?

  /// The name of the operator as a value of a dimension.
  var operatorLabel: String { self.operator.isEmpty ? "unknown" : line(self.operator) }

  /// The place as a value of a dimension.
  var siteLabel: String { place.map { "\(line($0.fileID)):\($0.line)" } ?? Series.other }

  /// A name that is kept for good takes little memory.
  static func bounded(_ name: String) -> String {
    name.utf8.count <= nameLimit ? name : line(name, limit: nameLimit)
  }
}

/// Decides which series there are, so that their number is bounded.
struct SeriesLimit {
  private let maximumOperators = 64
  private let maximumPlaces: Int
  private var operators: Set<String> = []
  private var places: Set<Series.Place> = []

  init(places: Int) {
    maximumPlaces = places
  }

  /// Returns the series that `series` is counted under.
  mutating func admit(_ series: Series) -> Series {
    var admitted = series
    if !operators.contains(series.operator) {
      if operators.count < maximumOperators {
        operators.insert(series.operator)
      } else {
        admitted.operator = Series.other
      }
    }
    guard let place = series.place, !places.contains(place) else { return admitted }
    if places.count < maximumPlaces {
      places.insert(place)
    } else {
      admitted.place = nil
    }
    return admitted
  }
}
#endif
