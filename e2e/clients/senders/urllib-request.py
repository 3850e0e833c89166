import sys
import urllib.error
import urllib.request

address, key, path = sys.argv[1:]
with open(path, "rb") as body:
    request = urllib.request.Request(address, data=body.read(), method="POST")
request.add_header("Authorization", f"Bearer {key}")
request.add_header("Content-Type", "multipart/form-data; boundary=frontier")
try:
    with urllib.request.urlopen(request) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as refused:
    print(refused.code, refused.read().decode())
