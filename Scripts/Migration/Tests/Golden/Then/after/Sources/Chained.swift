import PledgeThen

@objc extension Promise {
  func log() {}
}
