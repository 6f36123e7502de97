import PledgeBolts

func old() -> BFTask<NSString> {
  let source = BFTaskCompletionSource<NSString>()
  return source.task
}
