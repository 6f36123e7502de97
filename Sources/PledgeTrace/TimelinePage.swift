extension Trace {
  /// The timeline page: one HTML document, which needs no other file and no network.
  ///
  /// A lane for each chain and a bar for each stage, with a search, filters, details, and the reason why
  /// one is waiting.
  ///
  /// - Complexity: O(*n*) in the number of promises, each of which is in the document.
  public var html: String { timelinePage(json: json) }
}

/// Makes the page that shows a trace: one HTML document, which needs no other file and no network.
///
/// - Parameter json: The data of the trace, a JSON document.
/// - Returns: The document. Whatever the strings of the data hold is data there, and no markup.
func timelinePage(json: String) -> String {
  let data = "<script type=\"application/json\" id=\"trace\">"
  let contents = parts.merging(["\(data){}</script>": "\(data)\(harmless(json))</script>"]) { $1 }
  return text(PackageResources.page_html)
    .split(separator: "\n", omittingEmptySubsequences: false)
    .map { line in contents[String(line)] ?? String(line) }
    .joined(separator: "\n")
}

/// What stands in the document instead of a line of `page.html` that refers to another file.
private var parts: [String: String] {
  [
    style("page.css"): element("style", PackageResources.page_css),
    style("parts.css"): element("style", PackageResources.parts_css),
    script("dom.js"): element("script", PackageResources.dom_js),
    script("format.js"): element("script", PackageResources.format_js),
    script("trace.js"): element("script", PackageResources.trace_js),
    script("waiting.js"): element("script", PackageResources.waiting_js),
    script("view.js"): element("script", PackageResources.view_js),
    script("window.js"): element("script", PackageResources.window_js),
    script("painter.js"): element("script", PackageResources.painter_js),
    script("overview.js"): element("script", PackageResources.overview_js),
    script("rows.js"): element("script", PackageResources.rows_js),
    script("summary.js"): element("script", PackageResources.summary_js),
    script("details.js"): element("script", PackageResources.details_js),
    script("input.js"): element("script", PackageResources.input_js),
    script("page.js"): element("script", PackageResources.page_js),
  ]
}

private func style(_ name: String) -> String {
  "<link rel=\"stylesheet\" href=\"\(name)\">"
}

private func script(_ name: String) -> String {
  "<script src=\"\(name)\"></script>"
}

private func element(_ name: String, _ content: [UInt8]) -> String {
  "<\(name)>\n\(text(content))</\(name)>"
}

private func text(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self)
}

/// Writes what would mean something to HTML, or end a line of a script, as escapes of JSON.
///
/// It can only be within strings, so the data stays the same.
private func harmless(_ json: String) -> String {
  var result = String.UnicodeScalarView()
  for character in json.unicodeScalars {
    switch character {
    case "<": result.append(contentsOf: "\\u003c".unicodeScalars)
    case "\u{2028}": result.append(contentsOf: "\\u2028".unicodeScalars)
    case "\u{2029}": result.append(contentsOf: "\\u2029".unicodeScalars)
    default: result.append(character)
    }
  }
  return String(result)
}
