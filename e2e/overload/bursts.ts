import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { require } from '../proof/proof.ts'
import type { RunningSite } from '../site/running-site.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'

/** Both the site and a program that never rests have this one. */
const processor = ['taskset', '-c', '0']
const busyProgram = 'const end = Date.now() + 900_000; while (Date.now() < end);'

/** Longer than any of the bursts takes, on any machine. */
const answeredWithinMs = 300_000

interface Burst {
  name: string
  count: number
  service: 'images' | 'text' | 'console'
  /** A whole request. */
  request: string
}

/**
 * Crowds that keep the event loop busy for far longer than it may stand still, while it has half of a processor. Each
 * request is answered, or refused with a time to come back, and the process that they came to is the one that is left.
 */
export async function proveBursts(): Promise<string> {
  await using site = await startUnlimitedSite({ services: 'images,text,console', under: processor })
  const beside = Bun.spawn([...processor, process.execPath, '-e', busyProgram])
  try {
    const figures: string[] = []
    for (const burst of await burstsOn(site)) figures.push(`${burst.name}: ${await send(site, burst)}`)
    return figures.join('; ')
  } finally {
    beside.kill('SIGKILL')
    await beside.exited
  }
}

async function burstsOn(site: RunningSite): Promise<Burst[]> {
  const page = await fetch(`${site.urls.console}/sign-in`)
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const token = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const form = new URLSearchParams({ csrf: token, name: 'admin', password: 'not this one' }).toString()
  const origin = `Cookie: ${cookie}\r\nOrigin: ${site.urls.console}\r\nSec-Fetch-Site: same-origin\r\n`
  const cipher = JSON.stringify({ cipher: damagedCipher() })
  return [
    { name: '1,500 for /docs', count: 1_500, service: 'images', request: requestOf('GET /docs') },
    {
      name: '2,300 sign-in forms',
      count: 2_300,
      service: 'console',
      request: requestOf(
        'POST /sign-in',
        form,
        `Content-Type: application/x-www-form-urlencoded\r\n${origin}`,
      ),
    },
    {
      name: '20 decrypts of 200,000 symbols',
      count: 20,
      service: 'text',
      request: requestOf('POST /api/public/decrypt', cipher, 'Content-Type: application/json\r\n'),
    },
  ]
}

/** As long as one may be, and refused only once all of it has been looked at. */
function damagedCipher(): string {
  const symbols = '嗷呜啊~'
  let state = 1
  return Array.from({ length: 200_000 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return symbols[state & 3]
  }).join('')
}

function requestOf(line: string, body = '', headers = ''): string {
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}${length}Connection: close\r\n\r\n${body}`
}

/** Sends all requests at once, each over a connection of its own. */
async function send(site: RunningSite, { name, count, service, request }: Burst): Promise<string> {
  const { hostname, port } = new URL(site.urls[service])
  const sockets = await Promise.all(Array.from({ length: count }, () => connected(hostname, Number(port))))
  const beganMs = performance.now()
  const answers = await Promise.all(sockets.map((socket) => answerTo(socket, request)))
  const tookS = ((performance.now() - beganMs) / 1_000).toFixed(1)
  const times = new Map<string, number>()
  for (const answer of answers) times.set(answer, (times.get(answer) ?? 0) + 1)
  const told = `${[...times].map(([answer, count]) => `${count} × ${answer}`).join(', ')} in ${tookS} s`
  const alive = await fetch(`${site.urls[service]}/livez`).catch(() => undefined)
  require(alive?.status === 200, () => `${name} ended the process: ${told}\n${site.log().slice(-2_000)}`)
  require([...times.keys()].every((answer) => sound.test(answer)), `${name}: ${told}`)
  return told
}

const sound = /^(200|401|422|(429|503) with Retry-After)$/

async function connected(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** The status of an answer, with its time to come back, if it has one. */
function answerTo(socket: Socket, request: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let head = ''
  socket.setTimeout(answeredWithinMs, () => socket.destroy())
  socket.on('data', (chunk: Uint8Array) => {
    if (!head.includes('\r\n\r\n')) head += Buffer.from(chunk).toString('latin1')
  })
  // A connection that breaks has no answer, or has had it.
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    const status = head === '' ? 'cut off' : head.slice(9, 12)
    const isTold = /^retry-after: *\S/im.test(head.split('\r\n\r\n')[0] ?? '')
    resolve(isTold ? `${status} with Retry-After` : status)
  })
  socket.write(request)
  return promise
}
