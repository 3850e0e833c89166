import { openAsBlob } from 'node:fs'

const [address, key, path, title, name] = process.argv.slice(2)
const form = new FormData()
form.append('categoryId', new Blob(['general']))
form.append('title', new Blob([title]))
form.append('file', await openAsBlob(path), name)
const answer = await fetch(address, {
  method: 'POST',
  headers: { Authorization: `Bearer ${key}` },
  body: form,
})
console.log(answer.status, await answer.text())
