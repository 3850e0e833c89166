import { expect, test } from 'bun:test'
import { type Fault, type ProxiedRequest, startFaultyProxy } from '../services/faulty-proxy.ts'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { sampleImage } from '../site/sample-image.ts'
import { type Replicas, startReplicas } from './replicas.ts'
import { eventually, metric } from './requests.ts'
import { hasServices, newParts, s3Endpoint } from './shared-services.ts'

async function behindProxy() {
  await using cleanup = new AsyncDisposableStack()
  const proxy = cleanup.use(await startFaultyProxy(s3Endpoint()))
  const replicas = cleanup.use(await startReplicas(await newParts({ s3Endpoint: proxy.url })))
  const held = cleanup.move()
  return { proxy, replicas, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const isPut = ({ method, path }: ProxiedRequest) => method === 'PUT' && !path.includes('health-probe')
const isGet = ({ method }: ProxiedRequest) => method === 'GET'
const upload = (replicas: Replicas, seed: number) =>
  uploadImage(replicas.first, replicas.credentials, sampleImage(seed))

const passing: [string, Fault][] = [
  ['refuses once with 503', { kind: 'refuse', status: 503, code: 'SlowDown' }],
  ['breaks off an upload', { kind: 'cut-request', afterBytes: 500 }],
  ['stores and then resets the connection', { kind: 'swallow-answer' }],
  ['stores and never answers', { kind: 'stall' }],
]

if (hasServices) {
  test('an upload survives a store that fails once, whatever way', async () => {
    await using site = await behindProxy()
    for (const [index, [name, fault]] of passing.entries()) {
      site.proxy.inject(fault, { where: isPut })
      const answer = await upload(site.replicas, index)
      expect([name, answer.status]).toEqual([name, 200])
      expect(await downloadImage(site.replicas.last, answer.id ?? '')).toEqual(sampleImage(index))
    }
  }, 60_000)

  test('a store that goes on refusing fails uploads, poisons nothing, and is used again afterwards', async () => {
    await using site = await behindProxy()
    const { proxy, replicas } = site
    const before = await upload(replicas, 1)
    proxy.inject({ kind: 'refuse', status: 503, code: 'ServiceUnavailable' }, { times: 1_000 })
    const refused = await upload(replicas, 2)
    expect([refused.status, refused.code]).toEqual([500, 'STORAGE_FAILED'])
    expect(await downloadImage(replicas.first, before.id ?? '')).toBeUndefined()
    expect((await fetch(`${replicas.first.urls.images}/p/${before.id}`)).status).toBe(200)
    expect(await metric(replicas.first, 'pictoglyph_storage_errors_total{part="blobs"}')).toBeGreaterThan(0)
    proxy.heal()
    await eventually(async () => (await upload(replicas, 2)).status === 200)
    expect(await downloadImage(replicas.last, before.id ?? '')).toEqual(sampleImage(1))
    const checked = await replicas.command(['fsck', '--json'])
    expect([checked.exitCode, JSON.parse(checked.stdout).problems]).toEqual([0, 0])
  }, 60_000)

  test('a store that hangs: a picture is answered while an upload still waits, and both say when to come again', async () => {
    await using site = await behindProxy()
    const { proxy, replicas } = site
    const before = await upload(replicas, 1)
    proxy.inject({ kind: 'stall' }, { times: 1_000 })
    const ended: string[] = []
    const uploading = upload(replicas, 2).then(({ status, code }) => ended.push(`upload ${status} ${code}`))
    const { urls } = replicas.first
    const looking = fetch(`${urls.images}/i/${before.id}.png`).then(async (answer) => {
      await answer.text()
      ended.push(`picture ${answer.status} ${answer.headers.get('retry-after')}`)
    })
    await Promise.all([uploading, looking])
    expect(ended).toEqual(['picture 503 10', 'upload 500 STORAGE_FAILED'])
    proxy.heal()
    await eventually(async () => (await upload(replicas, 2)).status === 200)
    expect(await downloadImage(replicas.last, before.id ?? '')).toEqual(sampleImage(1))
  }, 60_000)

  test('an answer of the store that is cut short is never taken for the image', async () => {
    await using site = await behindProxy()
    const { proxy, replicas } = site
    const bytes = sampleImage(3, 60_000)
    const { id = '' } = await uploadImage(replicas.first, replicas.credentials, bytes)
    // More than one: whoever makes smaller images of it reads it too.
    proxy.inject({ kind: 'cut-answer', afterBytes: 20_000 }, { where: isGet, times: 100 })
    const cut = await downloadImage(replicas.first, id).catch(() => undefined)
    expect(cut).toBeUndefined()
    proxy.heal()
    expect(await downloadImage(replicas.first, id)).toEqual(bytes)
  }, 60_000)
}
