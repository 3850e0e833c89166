/**
 * The same forms over 16 loopback connections to a server that hashes the file, the server on the first
 * processor and the load on the second. Counted is the server's processor time. Run it with `bun bench/multipart/served.ts`.
 */
import { body, contentType, file, fileBytes } from './form.ts'
import { readers } from './readers.ts'
import { report } from './report.ts'

const connections = 16
const rounds = 15
const roundMs = 1000

const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n\r\n`
const request = Buffer.concat([Buffer.from(head), body])

async function startServer(name: string) {
  const command = ['taskset', '-c', '0', process.execPath, `${import.meta.dir}/server.ts`, name]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await child.stdout.getReader().read()
  return { port: Number(Buffer.from(value ?? []).toString()), [Symbol.dispose]: () => child.kill() }
}

async function answerHash(port: number): Promise<string> {
  const headers = { 'content-type': contentType }
  return await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).text()
}

async function serverMicroseconds(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  const { user, system } = (await answer.json()) as NodeJS.CpuUsage
  return user + system
}

/** Sends the request again on each connection as soon as its answer, one packet, is there. */
async function microsecondsPerForm(port: number): Promise<number> {
  let answered = 0
  const handlers = {
    open: (socket: Bun.Socket<{ sent: number }>) => send(socket),
    drain: (socket: Bun.Socket<{ sent: number }>) => send(socket),
    data(socket: Bun.Socket<{ sent: number }>) {
      answered += 1
      socket.data.sent = 0
      send(socket)
    },
  }
  function send(socket: Bun.Socket<{ sent: number }>): void {
    if (socket.data.sent < request.length) socket.data.sent += socket.write(request, socket.data.sent)
  }
  const before = await serverMicroseconds(port)
  const open = Array.from({ length: connections }, () =>
    Bun.connect({ hostname: '127.0.0.1', port, data: { sent: 0 }, socket: handlers }),
  )
  await Bun.sleep(roundMs)
  for (const socket of await Promise.all(open)) socket.terminate()
  return ((await serverMicroseconds(port)) - before) / answered
}

Bun.spawnSync(['taskset', '-cp', '1', String(process.pid)])
using servers = new DisposableStack()
const contestants: { name: string; port: number; figures: number[] }[] = []
for (const name of Object.keys(readers)) {
  const server = servers.use(await startServer(name))
  const right = new Bun.CryptoHasher('sha256').update(name === 'bare chunks' ? body : file).digest('hex')
  if ((await answerHash(server.port)) !== right) throw new Error(`${name} does not give the right bytes`)
  contestants.push({ name, port: server.port, figures: [] })
  await microsecondsPerForm(server.port)
}
for (let round = 0; round < rounds; round += 1) {
  for (const { port, figures } of contestants) figures.push(await microsecondsPerForm(port))
}
const title = `${connections} connections, ${fileBytes} B files, ${rounds} interleaved rounds of ${roundMs} ms, processor time a form`
report(title, contestants)
