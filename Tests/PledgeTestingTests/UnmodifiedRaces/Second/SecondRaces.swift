extension UnmodifiedRace {
  static let second = [
    lostUpdate, outdatedCache, unwantedConnection, staleRollback, ignoredStop, undoneLogout,
    doubleDebounce, retryAfterCancel, doubleResume, leakedWork,
  ]
}
