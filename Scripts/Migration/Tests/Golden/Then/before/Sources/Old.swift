#if canImport(Then)
@_exported import Then
#elseif canImport(then)
@_exported import then
#endif

let race = Promises.race(a, b)
