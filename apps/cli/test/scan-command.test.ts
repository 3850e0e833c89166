import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictoglyph } from './command.ts'
import { serveNewSite } from './served-site.ts'

const picture = await Bun.file(join(import.meta.dir, '../../../docs/screenshots/image.png')).bytes()
/** What stands behind a picture is scanned too, although it would be cut off. */
const infected = new Blob([picture, 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'])
const reason = "the site's scanner found something harmful in it."

/** A server whose uploads a script looks at. It is not in `/tmp`, which is empty for it. */
async function startScanned(cleanup: AsyncDisposableStack, ...lines: string[]) {
  const folder = await mkdtemp('/var/tmp/pictoglyph-scan-')
  cleanup.defer(() => rm(folder, { recursive: true }))
  const script = join(folder, 'scan.sh')
  await writeFile(script, ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 })
  const { server, serving, credentials } = cleanup.use(
    await serveNewSite({ PICTOGLYPH_SERVICES: 'images,console', PICTOGLYPH_SCAN_COMMAND: script }),
  )
  return {
    server,
    async send(file: Blob, query = '') {
      const body = new FormData()
      body.append('categoryId', 'general')
      body.append('file', file, 'picture.png')
      const headers = { Authorization: `Bearer ${credentials.apiKey}` }
      const answer = await fetch(`${serving.images}api/v1/upload${query}`, { method: 'POST', headers, body })
      return {
        status: answer.status,
        retryAfter: answer.headers.get('Retry-After'),
        body: await answer.json(),
      }
    },
  }
}

test('an infected upload is refused with the reason, its dry run too, and a clean one is stored', async () => {
  await using cleanup = new AsyncDisposableStack()
  const site = await startScanned(cleanup, '! grep -q EICAR-STANDARD-ANTIVIRUS-TEST-FILE')
  expect((await site.send(new Blob([picture]))).status).toBeOneOf([200, 201])
  const refused = await site.send(infected)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_IMAGE'])
  expect(refused.body.error.message).toContain(reason)
  const tried = await site.send(infected, '?dryRun=1')
  expect(JSON.stringify(tried.body)).toContain(reason)
}, 30_000)

test('an upload that the scanner gives no verdict on is refused, may be sent again, and is told in the log', async () => {
  await using cleanup = new AsyncDisposableStack()
  const site = await startScanned(cleanup, 'exit 2')
  const refused = await site.send(new Blob([picture]))
  expect([refused.status, refused.body.error.code, refused.retryAfter]).toEqual([503, 'OVERLOADED', '30'])
  const line = await site.server.logged('the scanner failed; the upload is refused')
  expect(line).toMatchObject({ reason: 'It ended with the code 2.' })
}, 30_000)

test.each([
  ['scan.sh', 'must begin with the absolute path of a program'],
  ['/nowhere/scan', 'must name a program that can be run'],
])('the command %s is refused at the start', async (command, problem) => {
  const { code, err } = await pictoglyph({ PICTOGLYPH_SCAN_COMMAND: command }, ['serve'])
  expect([code, err]).toEqual([2, expect.stringContaining(`PICTOGLYPH_SCAN_COMMAND: ${problem}`)])
})
