import { readFileSync } from 'node:fs'

const [address, key, path] = process.argv.slice(2)
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'multipart/form-data; boundary=frontier' }
const answer = await fetch(address, { method: 'POST', headers, body: readFileSync(path) })
console.log(answer.status, await answer.text())
