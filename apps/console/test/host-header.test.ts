import { expect, test } from 'bun:test'
import { startConsole } from './support/console-under-test.ts'

test('a Host header that makes no address is no failure of ours', async () => {
  await using testConsole = await startConsole()
  const { hostname, port } = new URL(testConsole.url)
  const answered = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: (_, bytes) => answered.resolve(bytes.toString()), close: () => answered.resolve('') },
  })
  socket.write('GET /sign-in HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n')
  expect(await answered.promise).toMatch(/^HTTP\/1\.1 [234]/)
  socket.end()
})
