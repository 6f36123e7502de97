import Then

@objc extension Promise {
  func log() {}
}
