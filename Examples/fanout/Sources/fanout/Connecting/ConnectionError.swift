/// The reason why an endpoint or a file for mutual TLS cannot be used, with a remedy.
enum ConnectionError: Error, Equatable {
  case cannotResolve(Endpoint, option: String)
  case needsTLS(Endpoint, option: String)
  case unusable(file: String, option: String, needs: String)
  case keyOfAnotherCertificate(key: String, certificate: String)
  case cannotListen(Endpoint, why: String)
}

extension ConnectionError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotResolve(let endpoint, let option):
      "The host '\(endpoint.host)' of \(option) has no address. Give an existing name or an address."
    case .needsTLS(let endpoint, let option):
      """
      \(option) \(endpoint) leaves this machine, so it needs mutual TLS. Give --certificate, --key, \
      and --trust.
      """
    case .unusable(let file, let option, let needs):
      "The file '\(file)' of \(option) cannot be used. Give a readable PEM file with \(needs)."
    case .keyOfAnotherCertificate(let key, let certificate):
      """
      The key '\(key)' does not belong to the certificate '\(certificate)'. Give the --key with which \
      the --certificate was created.
      """
    case .cannotListen(let endpoint, let why):
      "The worker cannot listen on \(endpoint): \(why). Give another host or port with --listen."
    }
  }
}
