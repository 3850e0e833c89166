/** A server that reads forms with the reader named in its argument and answers with the file's SHA-256; GET tells its processor time. */
import { readers } from './readers.ts'

const read = Object.entries(readers).find(([name]) => name === process.argv[2])?.[1]
if (read === undefined) throw new Error(`the reader is one of ${Object.keys(readers).join(', ')}`)

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    if (request.method === 'GET') return Response.json(process.cpuUsage())
    const hash = new Bun.CryptoHasher('sha256')
    await read(request, (bytes) => void hash.update(bytes))
    return new Response(hash.digest('hex'))
  },
})
console.log(server.port)
