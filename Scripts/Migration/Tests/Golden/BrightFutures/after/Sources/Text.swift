let licences = """
  import BrightFutures
  BrightFutures.Future is by \("Thomvis")
  """
