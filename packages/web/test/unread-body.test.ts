import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createClientAddress, RequestContext } from '../src/request-context.ts'
import { createAfterBody } from '../src/unread-body.ts'

const longMs = 600_000

/** A server that refuses all, reading on from one sender of each client and three in all. */
function openRefusingServer() {
  const afterBody = createAfterBody(() => 0, {
    ...{ overallMs: longMs, firstMs: longMs, idleMs: longMs, minBytesPerSecond: 1 },
    ...{ maxAtOnce: 3, maxOfOne: 1 },
  })
  const clientAddress = createClientAddress(createNetworkSet([parseCidr('127.0.0.0/8')]))
  const answered: string[] = []
  let begun = () => {}
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: {
      '/*': (request, own) => {
        const answer = afterBody(
          new RequestContext(request, own, clientAddress),
          new Response('No', { status: 404 }),
        )
        begun()
        return answer
      },
    },
  })

  /** Sends the half of a body, and resolves once the server has the request. */
  async function sendHalf(address: string) {
    const socket = connect({ host: '127.0.0.1', port: server.port! })
    const answer = Promise.withResolvers<string>()
    socket.on('data', (data) => {
      answered.push(address)
      answer.resolve(String(data).slice(0, 12))
    })
    socket.on('error', answer.reject)
    const heard = new Promise<void>((resolve) => {
      begun = resolve
    })
    const head = ['POST / HTTP/1.1', 'Host: x', `X-Forwarded-For: ${address}`, 'Content-Length: 20', '', '']
    socket.write(`${head.join('\r\n')}${'x'.repeat(10)}`)
    await heard
    return {
      answer: answer.promise,
      sendRest: () => socket.write('x'.repeat(10)),
      [Symbol.dispose]: () => void socket.destroy(),
    }
  }

  return { sendHalf, answered, [Symbol.asyncDispose]: () => server.stop(true) }
}

test('addresses of one /64 share what is read of refused bodies, and the next /64 has its own', async () => {
  await using server = openRefusingServer()
  using first = await server.sendHalf('2001:db8:0:1::1')
  using neighbour = await server.sendHalf('2001:db8:0:1::2')
  expect(await neighbour.answer).toBe('HTTP/1.1 404')
  using other = await server.sendHalf('2001:db8:0:2::1')
  using beside = await server.sendHalf('2001:db8:0:2::2')
  expect(await beside.answer).toBe('HTTP/1.1 404')
  expect(server.answered).toEqual(['2001:db8:0:1::2', '2001:db8:0:2::2'])
  for (const sender of [first, other]) {
    sender.sendRest()
    expect(await sender.answer).toBe('HTTP/1.1 404')
  }
})
