#if canImport(PledgeThen)
@_exported import PledgeThen
#elseif canImport(PledgeThen)
@_exported import PledgeThen
#endif

let race = Promises.race(a, b)
