import sys

import requests

address, key, path, title, name = sys.argv[1:]
with open(path, "rb") as file:
    # The usual way to send fields and files in one: each field gets a file name.
    parts = {"file": (name, file), "categoryId": ("categoryId", "general"), "title": ("title", title)}
    answer = requests.post(address, files=parts, headers={"Authorization": f"Bearer {key}"})
print(answer.status_code, answer.text)
