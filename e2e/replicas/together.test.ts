import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { SQL } from 'bun'
import { startRedis } from '../services/redis.ts'
import { downloadImage, untilTaken, uploadImage } from '../site/image-client.ts'
import { sampleImage } from '../site/sample-image.ts'
import { startReplicas } from './replicas.ts'
import { encryptAtOnce, metric } from './requests.ts'
import { hasServices, newParts } from './shared-services.ts'

/** Every change is in force on every replica within this time. */
const inForceMs = 2_000

if (hasServices) {
  test('replicas that start together migrate and set up the site once', async () => {
    const parts = await newParts()
    await using replicas = await startReplicas(parts, { count: 3 })
    await using sql = new SQL(parts.databaseUrl, { max: 1 })
    const [users] = await sql`SELECT COUNT(*)::int AS count FROM users`
    const versions = await sql`SELECT version FROM schema_versions ORDER BY version`
    expect(users).toEqual({ count: 1 })
    expect(versions.map(({ version }: { version: unknown }) => Number(version))).toEqual(
      versions.map((_: unknown, index: number) => index + 1),
    )
    for (const { urls } of replicas.all) expect((await fetch(`${urls.images}/readyz`)).status).toBe(200)
  }, 60_000)

  test('50 identical uploads at once over two replicas make one image, which both serve', async () => {
    await using replicas = await startReplicas(await newParts())
    const bytes = sampleImage(1, 20_000)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        uploadImage(index % 2 === 0 ? replicas.first : replicas.last, replicas.credentials, bytes),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ deduped }) => !deduped)).toHaveLength(1)
    for (const site of replicas.all) expect(await downloadImage(site, answers[0]?.id ?? '')).toEqual(bytes)
  }, 60_000)

  test('of 200 guests at once over two replicas exactly so many upload as their link allows', async () => {
    await using replicas = await startReplicas(await newParts())
    const { userName, categoryId } = replicas.credentials
    const words = ['key', 'create', '--user', userName, '--permission', 'images:upload', '--quiet']
    const made = await replicas.command([...words, '--max-uploads', '90', '--json'])
    const guest = { ...replicas.credentials, apiKey: JSON.parse(made.stdout).key, categoryId }
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        untilTaken(() =>
          uploadImage(index % 2 === 0 ? replicas.first : replicas.last, guest, sampleImage(index, 2_000)),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(90)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(110)
    const { stdout } = await replicas.command([
      'image',
      'list',
      '--key',
      guest.apiKey,
      '--limit',
      '300',
      '--json',
    ])
    expect(JSON.parse(stdout)).toHaveLength(90)
    const checked = await replicas.command(['fsck', '--json'])
    expect([checked.exitCode, JSON.parse(checked.stdout).problems]).toEqual([0, 0])
  }, 60_000)

  test('a policy reaches both replicas within two seconds, and the limit is exact over both', async () => {
    await using redis = await startRedis()
    await using replicas = await startReplicas(await newParts({ limiterUrl: redis.url }))
    await replicas.command(['policy', 'set', 'text.requestsPerMinute', '20'])
    await Bun.sleep(inForceMs)
    const statuses = await encryptAtOnce(replicas.all, 200)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(180)
  }, 60_000)

  test('the limit of a key is exact over both replicas, and both count what it decides', async () => {
    await using redis = await startRedis()
    await using replicas = await startReplicas(await newParts({ limiterUrl: redis.url }))
    const made = await replicas.command([
      ...['key', 'create', '--user', replicas.credentials.userName, '--permission', 'images:upload'],
      ...['--uploads-per-minute', '7', '--json'],
    ])
    const { key: apiKey } = JSON.parse(made.stdout) as { key: string }
    const { categoryId } = replicas.credentials
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        uploadImage(
          index % 2 === 0 ? replicas.first : replicas.last,
          { apiKey, categoryId },
          sampleImage(100 + index, 2_000),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ code }) => code)).toEqual(Array(33).fill('RATE_LIMITED'))
    const decided = async (outcome: string) => {
      const counts = await Promise.all(
        replicas.all.map((site) =>
          metric(site, `pictoglyph_limiter_decisions_total{use="uploads",outcome="${outcome}"}`),
        ),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    }
    expect([await decided('accepted'), await decided('refused')]).toEqual([7, 33])
  }, 60_000)

  test('a replica that is killed in the middle of an upload leaves nothing poisoned', async () => {
    await using replicas = await startReplicas(await newParts())
    const bytes = sampleImage(2, 200_000)
    const broken = uploadHalf(replicas.first.urls.images, replicas.credentials, bytes)
    await broken.halfSent
    await replicas.first.kill()
    await broken.ended
    const answer = await uploadImage(replicas.last, replicas.credentials, bytes)
    expect([answer.status, answer.deduped]).toEqual([200, false])
    expect(await downloadImage(replicas.last, answer.id ?? '')).toEqual(bytes)
    const checked = await replicas.command(['fsck', '--json'])
    expect([checked.exitCode, JSON.parse(checked.stdout).problems]).toEqual([0, 0])
  }, 60_000)
}

/** Begins an upload on a bare connection and sends half of it. */
function uploadHalf(
  url: string,
  { apiKey, categoryId }: { apiKey: string; categoryId: string },
  bytes: Uint8Array,
) {
  const { hostname, port } = new URL(url)
  const part = (name: string) => `--cut\r\nContent-Disposition: form-data; name="${name}"`
  const start = `${part('categoryId')}\r\n\r\n${categoryId}\r\n${part('file')}; filename="a.png"\r\n\r\n`
  const length = start.length + bytes.length + '\r\n--cut--\r\n'.length
  const socket = connect(Number(port), hostname)
  const head = [
    'POST /api/v1/upload HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${apiKey}`,
    'Content-Type: multipart/form-data; boundary=cut',
    `Content-Length: ${length}`,
  ].join('\r\n')
  const halfSent = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  socket.on('error', () => socket.destroy())
  socket.on('close', () => ended.resolve())
  socket.write(`${head}\r\n\r\n${start}`)
  socket.write(bytes.subarray(0, bytes.length / 2), () => halfSent.resolve())
  return { halfSent: halfSent.promise, ended: ended.promise }
}
