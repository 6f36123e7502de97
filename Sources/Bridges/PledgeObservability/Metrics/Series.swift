#if Metrics
import Pledge
import PledgeSupport

/// The dimensions of a timer.
struct Series: Hashable {
  /// The value for everything beyond a limit.
  static let other = "other"

  /// A source location.
  struct Place: Hashable {
    let fileID: String
    let line: UInt

    init(_ event: PromiseEvent) {
      fileID = Series.bounded(event.fileID)
      line = event.line
    }
  }

  var `operator`: String
  /// `nil` for a source location beyond the limit.
  var place: Place?

  /// The operator as the value of a dimension.
  var operatorLabel: String { self.operator.isEmpty ? "unknown" : self.operator.escaped() }

  /// The source location as the value of a dimension.
  var siteLabel: String { place.map { "\($0.fileID.escaped()):\($0.line)" } ?? Series.other }

  /// Returns a name of bounded size, since it is kept permanently.
  static func bounded(_ name: String) -> String {
    name.utf8.count <= LineLimit.name.scalars ? name : name.line(limit: .name)
  }
}

/// Limits the number of series.
struct SeriesLimit {
  private let maximumOperators = 64
  private let maximumPlaces: Int
  private var operators: Set<String> = []
  private var places: Set<Series.Place> = []

  init(places: Int) {
    maximumPlaces = places
  }

  /// Returns the series under which `series` is counted.
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
