import { expect, test } from 'bun:test'
import { serveService } from '../src/serve-service.ts'
import type { HttpService } from '../src/service.ts'

const service: HttpService = {
  name: 'one host',
  routes: { '/routed': { GET: () => new Response('routed') } },
  fetch: () => new Response('other'),
}

async function ask(port: number, path: string, hosts: readonly string[]): Promise<string> {
  const answered = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: { data: (_, bytes) => answered.resolve(bytes.toString()), close: () => answered.resolve('') },
  })
  socket.write(`GET ${path} HTTP/1.1\r\n${hosts.map((line) => `${line}\r\n`).join('')}\r\n`)
  const answer = await answered.promise
  socket.end()
  return answer
}

const refused: { what: string; hosts: string[] }[] = [
  { what: 'two hosts', hosts: ['Host: a.example', 'Host: b.example'] },
  { what: 'one host twice', hosts: ['Host: a.example', 'host: a.example'] },
  { what: 'two hosts in one line', hosts: ['Host: a.example, b.example'] },
  { what: 'no host', hosts: [] },
]

test.each(refused)('a request with $what is 400, at every address', async ({ hosts }) => {
  const running = serveService(service, {
    hostname: '127.0.0.1',
    port: 0,
    connectionTimeoutSeconds: 8,
    maxBodyBytes: 1_024,
  })
  try {
    for (const path of ['/routed', '/other']) {
      expect(await ask(running.port, path, hosts)).toStartWith('HTTP/1.1 400 ')
      expect(await ask(running.port, path, ['Host: a.example:80'])).toStartWith('HTTP/1.1 200 ')
    }
  } finally {
    await running.stop(0)
  }
})
