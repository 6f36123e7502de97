extension UnmodifiedRace {
  static let first = [
    doubleLoad, doubleRefresh, lostPermit, staleResults, doublePage, lateProgress, outlivedToast,
    lateCancellation, lostLine, messageOrder,
  ]
}
