import sys

import httpx

address, key, path, title, name = sys.argv[1:]
with open(path, "rb") as file, httpx.Client(http2=True, verify=False) as client:
    fields = {"categoryId": "general", "title": title}
    headers = {"Authorization": f"Bearer {key}"}
    answer = client.post(address, data=fields, files={"file": (name, file)}, headers=headers)
print(answer.status_code, answer.text)
