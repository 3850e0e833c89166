import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { runAction } from '@pictoglyph/site/things/run-action'
import { openPackingPool, type PackingPool } from '@pictoglyph/text'
import { readAnswer, verdictOf } from '../answers.ts'
import { openTextSite, type TextSite } from '../text-site.ts'

const from = (i: number) => `192.0.2.${i}`
const long = '昨天下午我们在河边散步，'.repeat(100)

const encryptRequest = (text: string, algorithmId: string, charsetId = 'roar') => ({
  text,
  charsetId,
  algorithmId,
  key: 'a key',
})

async function encrypt(
  site: TextSite,
  text: string,
  algorithmId = 'compact',
  charsetId?: string,
): Promise<string> {
  const answer = await site.post('/api/public/encrypt', encryptRequest(text, algorithmId, charsetId))
  return (await readAnswer(answer)).data.cipher
}

async function decrypt(site: TextSite, cipher: string): Promise<string> {
  const answer = await site.post('/api/public/decrypt', { cipher, key: 'a key' })
  return (await readAnswer(answer)).data.text
}

/** A text whose ciphers are long by any packing. */
const varied = Array.from({ length: 800 }, (_, i) =>
  String.fromCharCode(0x4e00 + ((i * 7_919) % 5_000)),
).join('')

/** A long cipher whose refusal needs all of it. */
const refused = '嗷呜呜啊~啊嗷~'.repeat(1_000)

async function refusalOf(site: TextSite, cipher: string): Promise<string> {
  const answer = await site.post('/api/public/decrypt', { cipher })
  expect(await verdictOf(answer.clone() as Response)).toBe('422 DECODE_FAIL')
  return (await readAnswer(answer)).error.message
}

/** Counts the thread's jobs, and delays them until the test releases them. */
async function openWatchedPool(maxWaiting: number) {
  const pool = await openPackingPool({ maxWaiting })
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const packing: PackingPool = {
    ...pool,
    packer: {
      async pack(text) {
        asked.push('pack')
        await gate.promise
        return await pool.packer.pack(text)
      },
      async unpack(kind, bytes) {
        asked.push('unpack')
        await gate.promise
        return await pool.packer.unpack(kind, bytes)
      },
    },
    async detect(cipher, charsets) {
      asked.push('detect')
      await gate.promise
      return await pool.detect(cipher, charsets)
    },
  }
  return { packing, asked, release: gate.resolve }
}

test.each(['compact', 'rc4', 'aesgcm'])(
  'a long text goes through the thread both ways under %s',
  async (id) => {
    const { packing, asked, release } = await openWatchedPool(2)
    release()
    await using site = await openTextSite({ packing })
    expect(await decrypt(site, await encrypt(site, long, id))).toBe(long)
    expect(asked).toEqual(['pack', 'unpack'])
  },
)

test.each(['compact', 'rc4', 'aesgcm'])('a short text never waits for the thread under %s', async (id) => {
  const { packing, asked } = await openWatchedPool(2)
  await using site = await openTextSite({ packing })
  const text = '今天'.repeat(250)
  expect(await decrypt(site, await encrypt(site, text, id))).toBe(text)
  expect(asked).toEqual([])
})

test('a short cipher of a long text is unpacked on the thread', async () => {
  const { packing, asked, release } = await openWatchedPool(2)
  release()
  await using site = await openTextSite({ packing })
  const text = 'a'.repeat(20_000)
  const cipher = await encrypt(site, text)
  expect(cipher.length).toBeLessThan(500)
  expect(await decrypt(site, cipher)).toBe(text)
  expect(asked).toEqual(['pack', 'unpack'])
})

test('a damaged long cipher is refused by the thread as by the service', async () => {
  await using site = await openTextSite()
  const cipher = await encrypt(site, long, 'rc4')
  const damaged = `${cipher.slice(0, 900)}${cipher[900] === '嗷' ? '呜' : '嗷'}${cipher.slice(901)}`
  const answer = await site.post('/api/public/decrypt', { cipher: damaged, key: 'a key' })
  expect(await verdictOf(answer)).toBe('422 DECODE_FAIL')
})

test('a long cipher that is not whole is read on the thread, and a whole one or a short one is not', async () => {
  const { packing, asked, release } = await openWatchedPool(2)
  release()
  await using site = await openTextSite({ packing })
  const classic = await encrypt(site, long, 'classic')
  expect(await decrypt(site, ` ${classic}\n`)).toBe(long)
  for (const cipher of [refused.slice(0, 1_200), classic.slice(0, 1_000)]) await refusalOf(site, cipher)
  expect(asked).toEqual([])

  expect(await decrypt(site, classic.replaceAll(/.{76}/g, '$&\n'))).toBe(long)
  expect(await decrypt(site, classic.slice(3, -1))).toBe(long)
  const compact = (await encrypt(site, varied)).replaceAll(/.{60}/g, '$&\r\n')
  expect(await decrypt(site, compact)).toBe(varied)
  const keyed = (await encrypt(site, varied, 'rc4')).replaceAll(/.{60}/g, '$& ')
  expect(await decrypt(site, keyed)).toBe(varied)
  const asking = await readAnswer(await site.post('/api/public/decrypt', { cipher: keyed }))
  expect(asking.data).toMatchObject({ needKey: true, algoType: 'RC4' })
  expect(asked.filter((kind) => kind === 'detect')).toHaveLength(5)
})

test('the thread refuses in the words of the service', async () => {
  const { packing, asked, release } = await openWatchedPool(2)
  release()
  await using site = await openTextSite({ packing })
  const classic = await encrypt(site, long, 'classic')
  const compact = await encrypt(site, 'short')
  for (const [cipher, why] of [
    [refused, /^This may be a part of another cipher/],
    [classic.slice(0, -7), /^The cipher does not end where it stops/],
    [`${classic.slice(0, 3_000)}x${classic.slice(3_000)}`, /^The cipher is not recognized/],
    [Array.from({ length: 90 }, () => compact).join('\n'), /^These are two ciphers or more/],
  ] as const) {
    expect(cipher.length).toBeGreaterThan(2_000)
    expect(await refusalOf(site, cipher)).toMatch(why)
  }
  expect(asked).toHaveLength(4)
})

test('the thread reads by the sets that are enabled now', async () => {
  await using site = await openTextSite()
  const classic = (await encrypt(site, long, 'classic', 'chime')).replaceAll(/.{76}/g, '$&\n')
  const enable = (enabled: boolean) =>
    site.change((ports) =>
      runAction(ports, {
        actor: commandActor,
        thing: charset,
        verb: enabled ? 'enable' : 'disable',
        id: 'chime',
      }),
    )
  expect(await decrypt(site, classic)).toBe(long)
  await enable(false)
  expect(await refusalOf(site, classic)).toMatch(/^The cipher is not recognized/)
  await enable(true)
  expect(await decrypt(site, classic)).toBe(long)
})

test('a client has its share of the thread for ciphers that are refused, and others go on', async () => {
  const { packing, asked, release } = await openWatchedPool(3)
  await using site = await openTextSite({ packing })
  const post = (i: number, cipher: string) => site.post('/api/public/decrypt', { cipher }, from(i))
  const first = post(1, refused)
  while (asked.length === 0) await Bun.sleep(1)
  const second = post(1, refused)
  const beyond = await Promise.race([post(1, refused), post(1, refused)])
  expect(await verdictOf(beyond)).toBe('429 RATE_LIMITED')
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = post(2, refused)
  const whole = await encrypt(site, long, 'classic')
  expect(await decrypt(site, whole)).toBe(long)
  release()
  for (const answer of await Promise.all([first, second, other]))
    expect(await verdictOf(answer)).toBe('422 DECODE_FAIL')
})

test('while long texts wait, short ones and derivations are answered, and beyond the queue they are refused', async () => {
  const { packing, asked, release } = await openWatchedPool(1)
  await using site = await openTextSite({ packing })
  const post = (i: number) => site.post('/api/public/encrypt', encryptRequest(long, 'compact'), from(i))
  const first = post(1)
  while (asked.length === 0) await Bun.sleep(1)
  const others = [post(2), post(3)]
  const refused = await Promise.race(others)
  expect(await verdictOf(refused)).toBe('429 RATE_LIMITED')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const id of ['classic', 'compact', 'rc4', 'aesgcm'])
    expect(await decrypt(site, await encrypt(site, 'short', id))).toBe('short')
  release()
  const verdicts = await Promise.all([first, ...others].map(async (answer) => (await answer).status))
  expect(verdicts.toSorted()).toEqual([200, 200, 429])
})

test.each(['throw', 'exit'])(
  'a thread that ends (%s) fails its request with 500, and another takes its place',
  async (how) => {
    const program = new URL('./ending-worker.ts', import.meta.url)
    await using site = await openTextSite({ packing: await openPackingPool({ maxWaiting: 4, program }) })
    const failed = await site.post('/api/public/encrypt', encryptRequest(how.padEnd(1_000, '.'), 'compact'))
    expect(await verdictOf(failed)).toBe('500 INTERNAL')
    expect(await decrypt(site, await encrypt(site, long))).toBe(long)
  },
)

test('if the thread does not start again, requests fail and do not start another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packing-'))
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(folder, { recursive: true }))
  const [file, started] = [join(folder, 'worker.ts'), join(folder, 'started')]
  const noting = `require('fs').appendFileSync(${JSON.stringify(started)}, 'x')`
  const ending = join(import.meta.dir, 'ending-worker.ts')
  await Bun.write(file, `${noting}; await import(${JSON.stringify(ending)})`)
  const pool = await openPackingPool({ maxWaiting: 4, program: pathToFileURL(file) })
  cleanup.defer(() => pool.close())
  await pool.check()
  await Bun.write(file, `${noting}; throw new Error('broken')`)
  await expect(Promise.resolve(pool.packer.pack('exit'))).rejects.toThrow()
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => pool.check()))
  await expect(pool.check()).rejects.toThrow("The thread that packs texts can't start.")
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'))
  expect(await Bun.file(started).text()).toBe('xx')
})

test('closing ends running work and refuses new work', async () => {
  const pool = await openPackingPool({ maxWaiting: 4 })
  const packing = (async () => await pool.packer.pack(long))()
  const settled = Promise.allSettled([packing])
  await pool.close()
  const [outcome] = await settled
  expect(outcome?.status).toBe('rejected')
  expect(await pool.acquire({ address: undefined })).toBeUndefined()
  expect(async () => await pool.packer.pack(long)).toThrow('closed')
})
