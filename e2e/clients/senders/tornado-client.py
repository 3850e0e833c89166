import sys

from tornado.httpclient import HTTPClient, HTTPRequest

address, key, path = sys.argv[1:]
headers = {"Authorization": f"Bearer {key}", "Content-Type": "multipart/form-data; boundary=frontier"}
with open(path, "rb") as body:
    request = HTTPRequest(address, "POST", headers, body.read())
answer = HTTPClient().fetch(request, raise_error=False)
print(answer.code, (answer.body or b"").decode())
