/**
 * 100 uploads of 20 MB at once from slow clients: how much memory the server takes. `bun bench/images/memory.ts`
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { startPinnedServer } from '../load/pinned-server.ts'

const uploads = 100
const chunkBytes = 64 * 1024
/** About 2 MB/s for each client. */
const pauseMs = 30
const boundary = 'frontier'

const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-bench-'))
try {
  await run()
} finally {
  await rm(directory, { recursive: true })
}

async function largePhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 6000, height: 4600, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function run(): Promise<void> {
  const jpeg = await largePhotograph()
  const command = join(import.meta.dir, '../../apps/cli/src/main.ts')
  await using server = await startPinnedServer(
    [process.execPath, command, 'serve', '--json'],
    {
      PICTOGLYPH_DATA_DIR: join(directory, 'site'),
      PICTOGLYPH_SERVICES: 'images',
      PICTOGLYPH_IMAGES_PORT: '0',
    },
    /"images":"(http:[^"]+)"/,
  )
  const apiKey = /"apiKey":"(\w+)"/.exec(server.preface)?.[1] ?? ''
  const idle = await memory(server.pid)
  const startedMs = performance.now()
  let largest = idle
  const watch = setInterval(async () => {
    const now = await memory(server.pid)
    if (now > largest) largest = now
  }, 100)
  const statuses = await Promise.all(
    Array.from({ length: uploads }, (_, number) => slowUpload(server.url, apiKey, jpeg, number)),
  )
  clearInterval(watch)
  const accepted = statuses.filter((line) => line.startsWith('HTTP/1.1 200')).length
  console.log(
    `\n${uploads} uploads of ${(jpeg.length / 1e6).toFixed(1)} MB at once, each ${chunkBytes / 1024} kB every ${pauseMs} ms`,
  )
  console.log(`  machine   ${cpus().length} × ${cpus()[0]?.model.trim()}, Bun ${Bun.version}`)
  console.log(`  accepted  ${accepted} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  console.log(`  memory    ${megabytes(idle)} MB idle, at most ${megabytes(largest)} MB`)
  if (accepted !== uploads)
    throw new Error(`refused: ${statuses.find((line) => !line.startsWith('HTTP/1.1 200'))}`)
}

/** Resident memory of a process, in bytes. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

/** Sends one upload at a slow client's pace; the answer's first line. */
async function slowUpload(url: string, apiKey: string, jpeg: Buffer, number: number): Promise<string> {
  const opening = [
    `--${boundary}\r\nContent-Disposition: form-data; name="categoryId"\r\n\r\ngeneral\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`,
  ].join('')
  const closing = `\r\n--${boundary}--\r\n`
  const { hostname, port } = new URL(url)
  const head = [
    'POST /api/v1/upload HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${apiKey}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${opening.length + jpeg.length + closing.length}`,
    'Connection: close',
  ]
  const { promise: answered, resolve } = Promise.withResolvers<string>()
  let room = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => resolve(bytes.toString().split('\r\n', 1)[0] ?? ''),
      drain: () => room.resolve(),
      close: () => resolve('closed'),
    },
  })
  async function send(bytes: Uint8Array): Promise<void> {
    let sent = 0
    while (sent < bytes.length) {
      room = Promise.withResolvers<void>()
      sent += socket.write(bytes, sent, bytes.length - sent)
      if (sent < bytes.length) await room.promise
    }
  }
  await send(Buffer.from(`${head.join('\r\n')}\r\n\r\n${opening}`))
  const stampAt = Math.floor(jpeg.length / 2 / chunkBytes) * chunkBytes
  for (let at = 0; at < jpeg.length; at += chunkBytes) {
    const chunk = jpeg.subarray(at, at + chunkBytes)
    await send(at === stampAt ? stamped(chunk, number) : chunk)
    await Bun.sleep(pauseMs)
  }
  await send(Buffer.from(closing))
  const line = await answered
  socket.end()
  return line
}

/** The same data with a number in it, so that no two uploads are alike. */
function stamped(chunk: Uint8Array, number: number): Uint8Array {
  const copy = Buffer.from(chunk)
  copy.write(String(number).padStart(8, '0'), 100)
  return copy
}
