"""How many signatures of a file are right: by lines of secret, X-Signature and body in base64, with tabs between."""

import base64
import hashlib
import hmac
import re
import sys

right = 0
with open(sys.argv[1], encoding="ascii") as lines:
    for line in lines:
        secret, header, body = line.rstrip("\n").split("\t")
        found = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", header)
        if not found:
            continue
        signed = found[1].encode() + b"." + base64.b64decode(body)
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        right += hmac.compare_digest(expected, found[2])
print(right)
