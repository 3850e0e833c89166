import asyncio
import sys

import aiohttp

address, key, path, title, name = sys.argv[1:]


async def send(file):
    form = aiohttp.FormData({"categoryId": "general", "title": title})
    form.add_field("file", file, filename=name)
    async with aiohttp.ClientSession() as session:
        async with session.post(address, data=form, headers={"Authorization": f"Bearer {key}"}) as answer:
            print(answer.status, await answer.text())


with open(path, "rb") as file:
    asyncio.run(send(file))
