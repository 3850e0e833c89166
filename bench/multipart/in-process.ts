/**
 * Forms in chunks of 64 KiB through each reader within one process: no socket, no file, so that only the
 * reading itself differs. Run it with `bun bench/multipart/in-process.ts`.
 */
import { body, contentType, file, fileBytes } from './form.ts'
import { type Reader, readers } from './readers.ts'
import { report } from './report.ts'

const chunkBytes = 65_536
const rounds = 15
const formsPerRound = 1000

function request(): Request {
  let at = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(body.subarray(at, at + chunkBytes)))
      at += chunkBytes
      if (at >= body.length) controller.close()
    },
  })
  const headers = { 'content-type': contentType }
  return new Request('http://localhost/', { method: 'POST', headers, body: stream })
}

async function verify(name: string, read: Reader): Promise<void> {
  const received: Buffer[] = []
  await read(request(), (bytes) => void received.push(Buffer.from(bytes)))
  const expected = name === 'bare chunks' ? body : file
  if (!Buffer.concat(received).equals(expected)) throw new Error(`${name} does not give the right bytes`)
}

async function microsecondsPerForm(read: Reader): Promise<number> {
  let receivedBytes = 0
  const startNs = Bun.nanoseconds()
  for (let count = 0; count < formsPerRound; count += 1) {
    await read(request(), (bytes) => {
      receivedBytes += bytes.length
    })
  }
  const elapsedNs = Bun.nanoseconds() - startNs
  if (receivedBytes < fileBytes * formsPerRound) throw new Error('bytes went missing')
  return elapsedNs / 1000 / formsPerRound
}

const contestants = Object.entries(readers).map(([name, read]) => ({ name, read, figures: [] as number[] }))
for (const { name, read } of contestants) {
  await verify(name, read)
  await microsecondsPerForm(read)
}
for (let round = 0; round < rounds; round += 1) {
  for (const { read, figures } of contestants) figures.push(await microsecondsPerForm(read))
}
report(`${rounds} interleaved rounds of ${formsPerRound} forms, elapsed time a form`, contestants)
