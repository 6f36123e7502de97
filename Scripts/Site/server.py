"""Shows the site on this machine, and to nobody else."""
import contextlib
import functools
import http.server
import threading

LOOPBACK = "127.0.0.1"


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Nobody reads a line for each file."""


def server(folder, port=0):
    """Returns a server of `folder`, on any free port unless one is given."""
    handler = functools.partial(Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer((LOOPBACK, port), handler)


def address(of, path):
    return f"http://{LOOPBACK}:{of.server_port}{path}"


@contextlib.contextmanager
def running(folder):
    """Serves `folder` in the meantime; the value is the address of its root."""
    with server(folder) as shown:
        thread = threading.Thread(target=shown.serve_forever)
        thread.start()
        try:
            yield address(shown, "/")
        finally:
            shown.shutdown()
            thread.join()
