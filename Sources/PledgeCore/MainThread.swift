internal import CPledge

/// Whether the caller is on the thread that the main actor runs on.
package func isOnMainThread() -> Bool {
  pledge_is_main_thread()
}
