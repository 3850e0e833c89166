import sys

import requests

address, key, path = sys.argv[1:]
headers = {"Authorization": f"Bearer {key}", "Content-Type": "multipart/form-data; boundary=frontier"}
with open(path, "rb") as body:
    answer = requests.post(address, data=body.read(), headers=headers)
print(answer.status_code, answer.text)
