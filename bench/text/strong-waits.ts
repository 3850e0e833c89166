/**
 * How long a request of the normal cost waits while others ask for the high one: `bun bench/text/strong-waits.ts`.
 * Twenty clients encrypt with `aesgcm-strong` again and again; meanwhile another encrypts with `aesgcm`, thirty times.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const command = join(import.meta.dir, '../../apps/cli/src/main.ts')
const costlyClients = 20
const honestRequests = 30

await using cleanup = new AsyncDisposableStack()
const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-strong-waits-'))
cleanup.defer(() => rm(directory, { recursive: true }))
const child = Bun.spawn([process.execPath, command, 'serve', '--json'], {
  env: {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PICTOGLYPH_DATA_DIR: directory,
    PICTOGLYPH_IMAGES_PORT: '0',
    PICTOGLYPH_TEXT_PORT: '0',
    PICTOGLYPH_CONSOLE_PORT: '0',
    PICTOGLYPH_TRUSTED_PROXIES: '127.0.0.1,::1',
  },
  stdout: 'pipe',
  stderr: 'ignore',
})
cleanup.defer(async () => {
  child.kill()
  await child.exited
})
const url = await textAddress()

let isOver = false
const strong: Record<string, number[]> = {}
const busy = Array.from({ length: costlyClients }, async (_, client) => {
  while (!isOver) {
    const { status, ms } = await encrypt('aesgcm-strong', `198.51.100.${client}`)
    strong[status] ??= []
    strong[status].push(ms)
    if (status === '429') await Bun.sleep(1_000)
  }
})
await Bun.sleep(3_000)
const honest: Record<string, number[]> = {}
for (let count = 0; count < honestRequests; count += 1) {
  const { status, ms } = await encrypt('aesgcm', '203.0.113.1')
  honest[status] ??= []
  honest[status].push(ms)
}
isOver = true
await Promise.all(busy)
show('aesgcm', honest)
show('aesgcm-strong', strong)

async function encrypt(algorithmId: string, client: string): Promise<{ status: string; ms: number }> {
  const beganAtMs = performance.now()
  const answer = await fetch(`${url}/api/public/encrypt`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
    body: JSON.stringify({ text: 'a', charsetId: 'digits', algorithmId, key: 'k' }),
  })
  await answer.arrayBuffer()
  return { status: String(answer.status), ms: performance.now() - beganAtMs }
}

function show(name: string, waits: Record<string, number[]>): void {
  for (const [status, all] of Object.entries(waits)) {
    const sorted = all.toSorted((one, other) => one - other)
    const at = (part: number) => `${Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0)} ms`
    console.log(`${name} ${status}: ${all.length} answers, ${at(0)} to ${at(1)}, median ${at(0.5)}`)
  }
}

async function textAddress(): Promise<string> {
  let printed = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const found = /"text":"(http:[^"]+?)\/?"/.exec(printed)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`the server ended: ${printed}`)
}
