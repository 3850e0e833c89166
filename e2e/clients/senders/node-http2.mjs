import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'

const [address, key, path] = process.argv.slice(2)
const { origin, pathname } = new URL(address)
const session = connect(origin, { rejectUnauthorized: false })
const sending = session.request({
  ':method': 'POST',
  ':path': pathname,
  authorization: `Bearer ${key}`,
  'content-type': 'multipart/form-data; boundary=frontier',
})
let status
sending.on('response', (headers) => {
  status = headers[':status']
})
sending.end(readFileSync(path))
let text = ''
for await (const chunk of sending) text += chunk
console.log(status, text)
session.close()
