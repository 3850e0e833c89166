import { afterAll, expect, test } from 'bun:test'
import { type AnyAnswer, readAnswer } from './answers.ts'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

const choice = { charsetId: 'cats', algorithmId: 'classic' }

/** A keep-alive connection for requests in any order. */
async function openConnection() {
  const decoder = new TextDecoder()
  let received = ''
  let wanted = 0
  let enough: () => void = () => {}
  const look = (): void => {
    if (bodies().length >= wanted) enough()
  }
  const bodies = (): string[] => received.match(/\{"ok".*?\}\}/g) ?? []
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: site.port,
    socket: {
      data(_, bytes) {
        received += decoder.decode(bytes, { stream: true })
        look()
      },
      close: () => enough(),
    },
  })
  return {
    send: (text: string) => void socket.write(text),
    /** The next answers, or fewer if the connection is closed before. */
    async take(count: number): Promise<AnyAnswer[]> {
      wanted = count
      await new Promise<void>((resolve) => {
        enough = resolve
        look()
      })
      const taken = bodies().map((body) => JSON.parse(body) as AnyAnswer)
      received = ''
      return taken
    },
    [Symbol.dispose]: () => void socket.terminate(),
  }
}

function request(endpoint: 'encrypt' | 'decrypt', content: object): string {
  const body = JSON.stringify(content)
  return `POST /api/public/${endpoint} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

test('many parallel texts each come back unchanged', async () => {
  async function converse(number: number): Promise<void> {
    using connection = await openConnection()
    for (let round = 0; round < 50; round++) {
      const text = `${number} ${String.fromCodePoint(0x4e00 + number).repeat(round)}`
      connection.send(request('encrypt', { text, ...choice }))
      const [encrypted] = await connection.take(1)
      connection.send(request('decrypt', { cipher: encrypted?.data.cipher }))
      const [decrypted] = await connection.take(1)
      expect(decrypted?.data.text).toBe(text)
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, number) => converse(number)))
})

test('texts sent ahead of the answers, on one connection, are answered in their order', async () => {
  const texts = Array.from({ length: 10 }, (_, number) => `text ${number}`)
  const expected = await Promise.all(
    texts.map(
      async (text) => (await readAnswer(await site.post('/api/public/encrypt', { text, ...choice }))).data,
    ),
  )
  using connection = await openConnection()
  connection.send(texts.map((text) => request('encrypt', { text, ...choice })).join(''))
  const answers = await connection.take(texts.length)
  expect(answers.map(({ data }) => data.cipher)).toEqual(expected.map(({ cipher }) => cipher))
})

test('a line end after the body, as simple clients send it, is harmless', async () => {
  using connection = await openConnection()
  connection.send(`${request('encrypt', { text: 'Hello', ...choice })}\r\n`)
  const [answer] = await connection.take(1)
  expect(answer?.data.algoType).toBe('RAW')
})
