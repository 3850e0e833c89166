import { expect, test } from 'bun:test'
import { withinTime } from '../../src/language/within-time.ts'

const late = () => new Error('late')

function standStill(durationMs: number): void {
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs);
}

/** A server that answers each connection with one byte. */
function openServer() {
  return Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.write('!')
      },
    },
  })
}

function answerFrom(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  void Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => void socket.write('?'),
      data(socket, bytes) {
        socket.end()
        resolve(bytes.toString())
      },
      error: (_, error) => reject(error),
    },
  }).catch(reject)
  return promise
}

test('work that fails fails as it does, and work in time has its result', async () => {
  expect(await withinTime(1_000, Promise.resolve(7), late)).toBe(7)
  await expect(withinTime(1_000, Promise.reject(new Error('broken')), late)).rejects.toThrow('broken')
})

test('work that never ends is late, about when the time is over', async () => {
  const startMs = performance.now()
  const work = withinTime(100, new Promise(() => undefined), late)
  await expect(work).rejects.toThrow('late')
  expect(performance.now() - startMs).toBeWithin(99, 1_000)
})

test('an event loop that stands still makes no answer late', async () => {
  using server = openServer()
  const answer = withinTime(50, answerFrom(server.port), late)
  for (let times = 0; times < 10; times++) {
    standStill(100)
    await Bun.sleep(0)
  }
  expect(await answer).toBe('!')
})

test('work gets as long again until there is an error', async () => {
  let asked = 0
  const startMs = performance.now()
  const work = withinTime(40, new Promise(() => undefined), () => (++asked === 3 ? late() : undefined))
  await expect(work).rejects.toThrow('late')
  expect(performance.now() - startMs).toBeGreaterThan(118)
})
