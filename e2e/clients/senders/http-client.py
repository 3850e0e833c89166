import http.client
import sys
from urllib.parse import urlsplit

address, key, path = sys.argv[1:]
target = urlsplit(address)
connection = http.client.HTTPConnection(target.hostname, target.port)
headers = {"Authorization": f"Bearer {key}", "Content-Type": "multipart/form-data; boundary=frontier"}
with open(path, "rb") as body:
    connection.request("POST", target.path, body.read(), headers)
answer = connection.getresponse()
print(answer.status, answer.read().decode())
