/**
 * The console's gallery at 100,000 images: how long the server takes for a page of 60, asked one after the
 * other over loopback, and what a first load of it costs in script and style. `bun bench/console/run.ts`
 */
import { createConsoleService } from '@pictoglyph/console'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createLog } from '@pictoglyph/web/log'
import { serveService } from '@pictoglyph/web/serve-service'
import { createFilledSite } from './filled-site.ts'

const images = Number(process.argv[2] ?? 100_000)
const warmUps = 20
const requests = 200

console.log(`recording ${images} images …`)
await using filled = await createFilledSite(images)
const limiter = createMemoryLimiter()
const service = createConsoleService({
  site: filled.site,
  urls: {
    images: 'http://localhost:8080',
    text: 'http://localhost:8081',
    console: 'http://localhost:8082',
  },
  trustedProxies: createNetworkSet([]),
  lifecycle: { stopping: false },
  log: createLog('silent'),
  checks: [],
  limiter,
  tries: limiter,
  keyLimiter: limiter,
  recentErrors: () => [],
})
const running = serveService(service, {
  hostname: '127.0.0.1',
  port: 0,
  connectionTimeoutSeconds: 30,
  maxBodyBytes: 1024,
})
const base = `http://127.0.0.1:${running.port}`
const headers = { Cookie: `session=${filled.sessionToken}` }

const middle = `${Date.UTC(2026, 0, 1) + (images / 2) * 60_000}.0`
const pages: [string, string][] = [
  ['newest 60', '/images'],
  ['60 from the middle', `/images?after=${middle}`],
  ['60 of an album', `/images?album=${filled.albumId}`],
  ['60 by title', '/images?sort=name'],
  ['60 of the largest', '/images?sort=largest'],
  ['60 of a category', '/images?category=general'],
  ['60 that a common word finds', '/images?q=harbour'],
  ['a word that nothing holds', '/images?q=zeppelin'],
]
for (const [name, path] of pages) report(name, await measure(path))
await reportFirstLoad()
await running.stop(0)
await limiter.close()

async function measure(path: string): Promise<number[]> {
  const timesMs: number[] = []
  for (let round = -warmUps; round < requests; round++) {
    const startedMs = performance.now()
    const answer = await fetch(base + path, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    if (round >= 0) timesMs.push(performance.now() - startedMs)
  }
  return timesMs.sort((a, b) => a - b)
}

function report(name: string, timesMs: number[]): void {
  const at = (share: number) =>
    (timesMs[Math.floor(share * (timesMs.length - 1))] ?? 0).toFixed(1).padStart(6)
  console.log(`${name.padEnd(30)} median ${at(0.5)} ms   95% ${at(0.95)} ms   worst ${at(1)} ms`)
}

async function reportFirstLoad(): Promise<void> {
  const page = await (await fetch(`${base}/images`, { headers })).text()
  const paths = [...page.matchAll(/\/assets\/console\.\w+\.(?:js|css)/g)].map(([path]) => path)
  for (const encoding of ['gzip', 'br']) {
    let sizeBytes = 0
    for (const path of paths) {
      const answer = await fetch(base + path, { headers: { 'Accept-Encoding': encoding }, decompress: false })
      sizeBytes += (await answer.arrayBuffer()).byteLength
    }
    console.log(`first load, script and style, ${encoding}: ${sizeBytes} bytes; page ${page.length} bytes`)
  }
}
