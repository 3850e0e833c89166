import { readFileSync } from 'node:fs'
import Wreck from '@hapi/wreck'

const [address, key, path] = process.argv.slice(2)
const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=frontier' }
const answer = await Wreck.request('POST', address, { headers, payload: readFileSync(path) })
console.log(answer.statusCode, (await Wreck.read(answer)).toString())
