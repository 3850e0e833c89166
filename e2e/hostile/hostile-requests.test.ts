import { afterAll, expect, test } from 'bun:test'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { headerCases } from './header-cases.ts'
import type { HostileCase } from './hostile-case.ts'
import { jsonCases } from './json-cases.ts'
import { multipartCases } from './multipart-cases.ts'
import { sendRaw } from './raw-request.ts'

const site = await startUnlimitedSite()
const credentials = site.credentials!
afterAll(() => site[Symbol.asyncDispose]())
let seed = 0

async function expectWell(): Promise<void> {
  const canary = sampleImage(seed++)
  const { status, id } = await uploadImage(site, credentials, canary)
  expect(status).toBe(200)
  expect(sha256Of((await downloadImage(site, id!))!)).toBe(sha256Of(canary))
}

const tables: [string, readonly HostileCase[]][] = [
  ['a form', multipartCases],
  ['JSON', jsonCases],
  ['a header or request line', headerCases],
]

for (const [what, cases] of tables) {
  for (const { name, service, bytes, statuses, code, closing } of cases) {
    test(`${what} with ${name} is borne by the ${service} service`, async () => {
      const answer = await sendRaw(site.urls[service], [bytes(credentials)], closing)
      expect(statuses, answer.body.slice(0, 300)).toContain(answer.status)
      if (code !== undefined) expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code } })
    })
  }
  test(`after all that was wrong with ${what}, uploads are stored and readable`, expectWell)
}

test('after all of it nothing is logged as an error', () => {
  expect(
    site
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":"error"')),
  ).toEqual([])
})
