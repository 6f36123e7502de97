internal import PledgeSupport

extension Trace {
  /// The timeline page: one HTML document that needs no other file and no network.
  ///
  /// The page shows a lane for each chain and a bar for each stage, with search, filters, details,
  /// and the reason why a promise is waiting.
  ///
  /// - Complexity: O(*n*) in the number of promises; the document contains them all.
  public var html: String { timelinePage(json: json) }
}

/// Returns the page that shows a trace: one HTML document that needs no other file and no network.
///
/// - Parameter json: The data of the trace, a JSON document.
/// - Returns: The document. Strings in the data cannot inject markup.
func timelinePage(json: String) -> String {
  let data = "<script type=\"application/json\" id=\"trace\">"
  let contents = parts.merging(["\(data){}</script>": "\(data)\(escaped(json))</script>"]) { $1 }
  return text(PackageResources.page_html)
    .split(separator: "\n", omittingEmptySubsequences: false)
    .map { line in contents[String(line)] ?? String(line) }
    .joined(separator: "\n")
}

/// The text that replaces each line of `page.html` that refers to another file.
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

/// Escapes, as in JSON, characters that are special in HTML or end a line of a script.
///
/// They can only occur within strings, so the data stays the same.
private func escaped(_ json: String) -> String {
  json.replacingScalars { scalar in
    switch scalar {
    case "<": "\\u003c"
    case "\u{2028}": "\\u2028"
    case "\u{2029}": "\\u2029"
    default: nil
    }
  }
}
