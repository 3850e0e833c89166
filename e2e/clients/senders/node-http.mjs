import { readFileSync } from 'node:fs'
import { request } from 'node:http'

const [address, key, path] = process.argv.slice(2)
const body = readFileSync(path)
const headers = {
  Authorization: `Bearer ${key}`,
  'Content-Type': 'multipart/form-data; boundary=frontier',
  'Content-Length': body.length,
  Connection: 'close',
}
const sending = request(address, { method: 'POST', headers, agent: false }, async (answer) => {
  let text = ''
  for await (const chunk of answer) text += chunk
  console.log(answer.statusCode, text)
})
sending.end(body)
