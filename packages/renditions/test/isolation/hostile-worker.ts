/* A worker as a hostile file could make it: it keeps what it is given, and answers with how much it has by now. */
import { readdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { frameOutput, workerExit } from '../../src/sharp-job.ts'
import { takeBytesOfFile } from '../../src/take-bytes.ts'
import { frameAnswer, readRequest } from '../../src/worker-messages.ts'

const files: Uint8Array[] = []
const take = takeBytesOfFile(0)
for (;;) {
  const request = await readRequest(take)
  if (request === undefined) break
  files.push(request.bytes)
  const left = readdirSync('/tmp').length
  writeFileSync(`/tmp/${files.length}`, request.bytes)
  const create = { width: files.length, height: 1 + left, channels: 3, background: 'teal' } as const
  const picture = new Uint8Array(await sharp({ create }).webp().toBuffer())
  const output = frameOutput(new Uint8Array(), picture)
  await Bun.write(Bun.stdout, frameAnswer({ result: workerExit.made, bytes: output }))
}
