"""Certificates for mutual TLS, which openssl creates in a folder."""
import subprocess


class Authority:
    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        openssl("req", "-x509", *self.request(name), "-days", "1", "-out", self.file(name, "pem"))

    def files(self, host, trust=None):
        """Creates a certificate of `host`, and returns the files for both sides; `trust` is this authority by default."""
        request = ["req", *self.request(host), "-out", self.file(host, "csr")]
        openssl(*request, "-addext", f"subjectAltName=IP:{host}")
        signer = ["-CA", self.file(self.name, "pem"), "-CAkey", self.file(self.name, "key"), "-CAcreateserial"]
        names = ["-copy_extensions", "copy", "-days", "1"]
        openssl("x509", "-req", "-in", self.file(host, "csr"), *signer, *names, "-out", self.file(host, "pem"))
        trust = trust or self
        return {"certificate": self.file(host, "pem"), "key": self.file(host, "key"), "trust": trust.file(trust.name, "pem")}

    def request(self, name):
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        return [*key, "-keyout", self.file(name, "key"), "-subj", f"/CN={name}"]

    def file(self, name, suffix):
        return self.folder / f"{self.name}-{name}.{suffix}"


def openssl(*words):
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
