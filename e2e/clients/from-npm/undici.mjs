import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'

const [address, key, path] = process.argv.slice(2)
const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=frontier' }
const answer = await request(address, {
  method: 'POST',
  headers,
  body: readFileSync(path),
  reset: !address.startsWith('https'),
  dispatcher: new Agent({ allowH2: true, connect: { rejectUnauthorized: false } }),
})
console.log(answer.statusCode, await answer.body.text())
process.exit()
