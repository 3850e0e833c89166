import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { rasterTypes } from '@pictoglyph/media/media-type'
import type { RenditionJob, RenditionMaker, RenditionOutcome } from '@pictoglyph/site/images/rendition-maker'
import sharp from 'sharp'
import { createSharpRenditionMaker, type SharpRenditionOptions } from '../src/sharp.ts'
import { ended } from './ended.ts'
import { noIsolation } from './isolation/isolation-here.ts'

const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
const jpeg = new Uint8Array(await plain.clone().jpeg().toBuffer())

function openMaker(options?: SharpRenditionOptions): RenditionMaker & AsyncDisposable {
  const maker = createSharpRenditionMaker(options)
  return { ...maker, [Symbol.asyncDispose]: () => maker.close() }
}

function job(bytes: Uint8Array, change: Partial<RenditionJob> = {}): RenditionJob {
  return {
    type: 'image/jpeg',
    open: async () => ({ body: new Blob([bytes.slice()]) }),
    format: 'webp',
    shape: { width: 320, height: 320, isCropped: false },
    maxBytes: 1_000_000,
    placeholder: false,
    batch: null,
    isAwaited: () => true,
    ...change,
  }
}

function sizeOf(outcome: RenditionOutcome): number[] {
  return outcome.kind === 'made' ? [outcome.width, outcome.height] : []
}

test.each(['webp', 'avif'] as const)('%s is made from a file or a stream', async (format) => {
  await using maker = openMaker()
  const open = async () => ({ body: new Blob([jpeg]).stream() })
  for (const source of [{}, { open }]) {
    const outcome = await maker.make(job(jpeg, { format, placeholder: true, ...source }))
    if (outcome.kind !== 'made') throw new Error(JSON.stringify(outcome))
    expect(inspect(outcome.bytes)).toMatchObject({ type: `image/${format}`, width: 320, height: 240 })
    const placeholder = Buffer.from(outcome.placeholder ?? '', 'base64')
    expect(inspect(placeholder)).toMatchObject({ type: 'image/webp', complete: true })
  }
})

test('a placeholder is made only where it is asked for, and of nothing that can be seen through', async () => {
  await using maker = openMaker()
  const clear = sharp({ create: { width: 40, height: 30, channels: 4, background: '#00808080' } })
  const png = new Uint8Array(await clear.png().toBuffer())
  for (const asked of [job(jpeg), job(png, { type: 'image/png', placeholder: true })]) {
    expect(await maker.make(asked)).toMatchObject({ kind: 'made', placeholder: null })
  }
})

test('only the loader for the type of the file is allowed', async () => {
  await using maker = openMaker()
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const tiff = new Uint8Array(await plain.clone().tiff().toBuffer())
  for (const bytes of [svg, tiff, jpeg]) {
    const outcome = await maker.make(job(bytes, { type: 'image/png' }))
    expect(outcome).toMatchObject({ kind: 'impossible', reason: expect.stringContaining('unsupported') })
  }
})

test('a process learns nothing about the server, and has limits on time and memory', async () => {
  process.env.PICTOGLYPH_TEST_SECRET = 'for nobody'
  await using maker = openMaker({ limits: { timeMs: 25_000, memoryBytes: 100_000_000 } })
  let seen: { environment: string; limits: string } | undefined
  // The body ends only after the test has examined the process.
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      seen = await lookAtWorker()
      controller.enqueue(jpeg)
      controller.close()
    },
  })
  const outcome = await maker.make(job(jpeg, { open: async () => ({ body }) }))
  delete process.env.PICTOGLYPH_TEST_SECRET
  expect(sizeOf(outcome)).toEqual([320, 240])
  expect(seen?.environment).not.toContain('PICTOGLYPH')
  expect(seen?.environment.split('\0').map((line) => line.split('=')[0])).toContain('VIPS_BLOCK_UNTRUSTED')
  expect(seen?.limits).toMatch(/^Max cpu time +26 /m)
  expect(seen?.limits).toMatch(/^Max address space +\d+ /m)
})

test('a process for a batch has half the memory, and time for what came before', async () => {
  const memoryBytes = 1024 * 1024 * 1024
  await using maker = openMaker({ limits: { timeMs: 25_000, memoryBytes } })
  const limitsOf = async (change: Partial<RenditionJob>) => {
    let limits = ''
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        limits = (await lookAtWorker()).limits
        controller.enqueue(jpeg)
        controller.close()
      },
    })
    const outcome = await maker.make(job(jpeg, { open: async () => ({ body }), ...change }))
    expect(sizeOf(outcome)).toEqual([320, 240])
    const limitOf = (name: string) => Number(new RegExp(`^${name} +(\\d+) `, 'm').exec(limits)?.[1])
    return [limitOf('Max cpu time'), limitOf('Max address space')] as const
  }
  const [seconds, bytes] = await limitsOf({})
  const batched = await limitsOf({ batch: 'ann', isAwaited: () => false })
  expect([seconds, ...batched]).toEqual([26, 36, bytes - memoryBytes / 2])
})

test('what fails among others is tried in a process of its own, and the next file is not at fault', async () => {
  await using maker = openMaker()
  const batched = { batch: 'ann', isAwaited: () => false }
  const [first, broken, next] = [
    await maker.make(job(jpeg, batched)),
    await maker.make(job(jpeg.subarray(0, 200), batched)),
    await maker.make(job(jpeg, batched)),
  ]
  expect(first).toMatchObject({ kind: 'made', isApart: true })
  expect(broken).toMatchObject({ kind: 'impossible' })
  expect(next).toMatchObject({ kind: 'made', isApart: true })
})

test('a body that fails is no fault of the file or the machine', async () => {
  await using maker = openMaker()
  const lost = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(jpeg.subarray(0, 100)),
      pull: (controller) => controller.error(new Error('the store is gone')),
    })
  for (const batch of [null, 'ann']) {
    const isAwaited = () => batch === null
    const making = maker.make(job(jpeg, { open: async () => ({ body: lost() }), batch, isAwaited }))
    await expect(making).rejects.toThrow('the store is gone')
    expect(await maker.make(job(jpeg, { batch, isAwaited }))).toMatchObject({ kind: 'made', isApart: true })
  }
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a process outlives %s, which a supervisor may send to all, and steps back for others',
  async (signal) => {
    await using maker = openMaker({ bubblewrap: null })
    // The first job also tries the means.
    await maker.make(job(jpeg))
    let seen: { pid: number; priority: number } | undefined
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { pid } = await lookAtWorker(
          (at) => readFileSync(`/proc/${at}/oom_score_adj`, 'utf8') === '1000\n',
        )
        seen = { pid, priority: os.getPriority(pid) }
        process.kill(pid, signal)
        controller.enqueue(jpeg)
        controller.close()
      },
    })
    expect(sizeOf(await maker.make(job(jpeg, { open: async () => ({ body }) })))).toEqual([320, 240])
    expect(seen?.priority).toBe(19)
  },
)

/** Whether the process descends from ours; bubblewrap may be in between. */
function isOurs(pid: string): boolean {
  for (let at = pid; at !== '0'; ) {
    const parent = / \(.*\) . (\d+) /.exec(readFileSync(`/proc/${at}/stat`, 'latin1'))?.[1] ?? '0'
    if (parent === `${process.pid}`) return true
    at = parent
  }
  return false
}

/** Waits for a worker of which `isWanted` holds. */
async function lookAtWorker(
  isWanted = (_pid: string): boolean => true,
): Promise<{ pid: number; environment: string; limits: string }> {
  for (;;) {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        // The shell that sets the limits has the worker's arguments after its own, and then becomes the worker.
        const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const isWorker = commandLine.startsWith(process.execPath) && commandLine.includes('sharp-worker.ts\0')
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
        if (!isWorker || !isOurs(pid) || !environment.includes('VIPS') || !isWanted(pid)) continue
        return { pid: Number(pid), environment, limits: readFileSync(`/proc/${pid}/limits`, 'latin1') }
      } catch {
        // It ended between the listing and this read.
      }
    }
    await Bun.sleep(1)
  }
}

test('background work may take three times as long', async () => {
  await using maker = openMaker({ limits: { timeMs: 500, memoryBytes: 100_000_000 } })
  const forever = new ReadableStream<Uint8Array>()
  const startedMs = performance.now()
  const late = await maker.make(job(jpeg, { isAwaited: () => false, open: async () => ({ body: forever }) }))
  expect(performance.now() - startedMs).toBeWithin(1_500, 20_000)
  // Other work may have kept it from the processor, so that the file is not at fault.
  expect(late).toEqual({ kind: 'busy' })
})

test('background work is made too, and a file that takes too long is at fault only where it is awaited', async () => {
  await using maker = openMaker()
  expect(sizeOf(await maker.make(job(jpeg, { isAwaited: () => false })))).toEqual([320, 240])
  await using hasty = openMaker({ limits: { timeMs: 3_000 } })
  const forever = new ReadableStream<Uint8Array>()
  expect(await hasty.make(job(jpeg, { open: async () => ({ body: forever }) }))).toEqual({
    kind: 'impossible',
    reason: 'It took more than 3000 ms.',
  })
})

test.each([
  [2_000, 2_000],
  [2_001, 0],
])('of %d bytes that a failing process writes, %d are told', async (written, told) => {
  const folder = mkdtempSync(join(tmpdir(), 'pictoglyph-bwrap-'))
  try {
    const bubblewrap = join(folder, 'bwrap')
    const lines = ['#!/bin/sh', `head -c ${written} /dev/zero | tr '\\0' x >&2`, 'exit 1']
    writeFileSync(bubblewrap, lines.join('\n'), { mode: 0o755 })
    await using maker = openMaker({ bubblewrap, isIsolationRequired: true })
    const reason = `The process ended with the code 1. ${'x'.repeat(told)}`.trim()
    expect(await maker.make(job(jpeg))).toEqual({ kind: 'unavailable', reason })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('closing ends running and waiting jobs, and blames no file', async () => {
  const maker = createSharpRenditionMaker({ atOnce: 1, limits: { timeMs: 600_000 } })
  const begun = Promise.withResolvers<void>()
  const forever = new ReadableStream<Uint8Array>({ pull: () => begun.resolve() }, { highWaterMark: 0 })
  const running = maker.make(job(jpeg, { open: async () => ({ body: forever }) }))
  const waiting = maker.make(job(jpeg))
  await begun.promise
  await maker.close()
  const outcomes = await Promise.all([running, waiting, maker.make(job(jpeg))])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable', 'unavailable'])
})

if (noIsolation === undefined) {
  test('every type is decoded in isolation, which is reported once', async () => {
    const told: unknown[] = []
    await using maker = openMaker({ onTried: (means) => told.push(means) })
    const files = {
      'image/jpeg': plain.clone().jpeg(),
      'image/png': plain.clone().png(),
      'image/gif': plain.clone().gif(),
      'image/webp': plain.clone().webp(),
      'image/avif': plain.clone().avif({ effort: 0 }),
    }
    for (const type of rasterTypes) {
      const outcome = await maker.make(job(new Uint8Array(await files[type].toBuffer()), { type }))
      expect([type, sizeOf(outcome)]).toEqual([type, [320, 240]])
    }
    expect(told).toEqual([{ kind: 'sharp', isolation: { kind: 'bubblewrap' } }])
  })
}

test.each([
  ['is not there', null, /^bwrap is not installed\.$/],
  ['does not work', '/bin/false', /ended with the code 1/],
])(
  'where bubblewrap %s, renditions are made as well, and it is told why they are not apart',
  async (_, bubblewrap, reason) => {
    const told: unknown[] = []
    await using maker = openMaker({ bubblewrap, onTried: (means) => told.push(means) })
    expect(sizeOf(await maker.make(job(jpeg)))).toEqual([320, 240])
    const isolation = { kind: 'none', reason: expect.stringMatching(reason) }
    expect(told).toEqual([{ kind: 'sharp', isolation }])
  },
)

test('if nothing works at the start, the next job tries again and reports the change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictoglyph-bwrap-'))
  const bubblewrap = join(folder, 'bwrap')
  const write = (lines: string) => writeFileSync(bubblewrap, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  try {
    write('echo not yet >&2; exit 1')
    const told: unknown[] = []
    const onTried = (means: unknown) => told.push(means)
    await using maker = openMaker({ bubblewrap, isIsolationRequired: true, onTried })
    const none = { reason: 'The process ended with the code 1. not yet' }
    expect(await maker.make(job(jpeg))).toEqual({ kind: 'unavailable', ...none })
    write('while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    expect(sizeOf(await maker.make(job(jpeg)))).toEqual([320, 240])
    expect(told).toEqual([
      { kind: 'none', ...none },
      { kind: 'sharp', isolation: { kind: 'bubblewrap' } },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('processes started by a worker end with it, so that nothing waits for them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictoglyph-bwrap-'))
  const bubblewrap = join(folder, 'bwrap')
  const holdsOutput = ['#!/bin/sh', 'sleep 1000 &', `echo $! >> ${folder}/started`, 'wait'].join('\n')
  writeFileSync(bubblewrap, holdsOutput, { mode: 0o755 })
  try {
    await using late = openMaker({ bubblewrap, limits: { timeMs: 5_000 } })
    expect(await late.make(job(jpeg))).toMatchObject({ kind: 'made' })
    const stopped = openMaker({ bubblewrap })
    while (startedIn(folder).length < 2) await Bun.sleep(5)
    await stopped.close()
    await Promise.all(startedIn(folder).map(ended))
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 30_000)

function startedIn(folder: string): string[] {
  const [path] = readdirSync(folder).filter((name) => name === 'started')
  return path === undefined ? [] : readFileSync(join(folder, path), 'utf8').trim().split('\n')
}
