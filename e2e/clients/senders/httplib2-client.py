import sys

import httplib2

address, key, path = sys.argv[1:]
headers = {"Authorization": f"Bearer {key}", "Content-Type": "multipart/form-data; boundary=frontier"}
with open(path, "rb") as body:
    answer, content = httplib2.Http().request(address, "POST", body.read(), headers)
print(answer.status, content.decode())
