import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandScannerOptions, createCommandScanner } from '../../src/scan/command-scanner.ts'
import { ended } from '../ended.ts'
import { noIsolation } from '../isolation/isolation-here.ts'

/** Outside `/tmp`, which is empty for a scanner. */
const folder = mkdtempSync('/var/tmp/pictoglyph-scan-')
const data = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true }))
await Bun.write(join(data, 'secret'), 'PlantedSecret')

let scripts = 0
function script(...lines: string[]): string {
  const path = join(folder, `scan-${scripts++}.sh`)
  writeFileSync(path, ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 })
  return path
}

/** The EICAR test file, which every scanner reports as a virus (eicar.org). */
const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
const looksForEicar = script('if grep -q EICAR-STANDARD-ANTIVIRUS-TEST-FILE; then exit 1; fi', 'exit 0')

function fileOf(bytes: Uint8Array) {
  return { sizeBytes: bytes.length, read: (at: number, length: number) => bytes.subarray(at, at + length) }
}

const small = fileOf(Buffer.from('a picture'))
const large = fileOf(new Uint8Array(8_000_000).fill(120))

function openScanner(command: string[], options: Partial<CommandScannerOptions> = {}) {
  const reasons: string[] = []
  const against: (string | undefined)[] = []
  const scanner = createCommandScanner({
    command,
    hidden: [data],
    onFailure: (reason) => reasons.push(reason),
    onIsolation: (reason) => against.push(reason),
    ...options,
  })
  return { ...scanner, reasons, against, [Symbol.asyncDispose]: () => scanner.close() }
}

describe.each([
  ['with bubblewrap', {}],
  ['without', { bubblewrap: null }],
])('a scanner that runs %s', (_, options) => {
  test('takes a file that it calls clean, and refuses one that it calls infected', async () => {
    await using scanner = openScanner([looksForEicar], options)
    expect(await scanner.scan(small)).toBe('clean')
    expect(await scanner.scan(large)).toBe('clean')
    expect(await scanner.scan(fileOf(Buffer.from(`picture ${eicar} end`)))).toBe('infected')
    expect(scanner.reasons).toEqual([])
  })

  test('gets every byte of a file', async () => {
    const counts = script('test "$(wc -c)" -eq 8000000')
    await using scanner = openScanner([counts], options)
    expect(await scanner.scan(large)).toBe('clean')
    expect(await scanner.scan(small)).toBe('infected')
  })

  test('may decide before it has read all', async () => {
    await using scanner = openScanner([script('exit 1')], options)
    expect(await scanner.scan(large)).toBe('infected')
  })

  test.each([
    ['ends with another code', ['/bin/sh', '-c', 'exit 2'], /the code 2/],
    ['dies', ['/bin/sh', '-c', 'kill -9 $$'], /SIGKILL|the code 137/],
    ['is not there', ['/nowhere/scanner'], /the code/],
    ['takes too long', ['/bin/sleep', '600'], /more than 300 ms/],
  ])('fails where the command %s', async (_, command, reason) => {
    await using scanner = openScanner(command, {
      ...options,
      timeMs: command[0] === '/bin/sleep' ? 300 : 30_000,
    })
    expect(await scanner.scan(small)).toBe('failed')
    expect(scanner.reasons).toEqual([expect.stringMatching(reason)])
  })

  test('is told nothing of the server', async () => {
    process.env.PICTOGLYPH_TEST_SECRET = 'for nobody'
    await using scanner = openScanner([script('if env | grep -q PICTOGLYPH; then exit 1; fi')], options)
    expect(await scanner.scan(small)).toBe('clean')
    delete process.env.PICTOGLYPH_TEST_SECRET
  })

  test('fails for more files than may wait', async () => {
    await using scanner = openScanner([script('cat >/dev/null')], { ...options, atOnce: 1, maxWaiting: 1 })
    const verdicts = await Promise.all([scanner.scan(small), scanner.scan(small), scanner.scan(small)])
    expect(verdicts.sort()).toEqual(['clean', 'clean', 'failed'])
    expect(scanner.reasons).toEqual(['Too many files wait for it.'])
  })
})

if (noIsolation === undefined) {
  test('with bubblewrap it has no way to the data, and writes nothing', async () => {
    const looks = script(
      `test ! -e ${data}/secret && ! touch ${folder}/written && touch /tmp/own && exit 0`,
      'exit 2',
    )
    await using scanner = openScanner([looks])
    expect(await scanner.scan(small)).toBe('clean')
    expect(scanner.against).toEqual([undefined])
  })
}

test('without working bubblewrap, the reason is reported', async () => {
  await using missing = openScanner([looksForEicar], { bubblewrap: null })
  await using broken = openScanner([looksForEicar], { bubblewrap: '/bin/false' })
  await Promise.all([missing.scan(small), broken.scan(small)])
  expect([missing.against, broken.against]).toEqual([
    ['bwrap is not installed.'],
    ['bwrap does not work here.'],
  ])
})

test('processes started by a command end with it', async () => {
  const started = join(folder, 'started')
  const slow = script('sleep 1000 &', `echo $! > ${started}`, 'wait')
  await using scanner = openScanner([slow], { bubblewrap: null, timeMs: 3_000 })
  expect(await scanner.scan(small)).toBe('failed')
  await ended((await Bun.file(started).text()).trim())
})

test('closing ends running and waiting scans, and reports no failure', async () => {
  const scanner = openScanner(['/bin/sleep', '600'], { atOnce: 1, timeMs: 600_000 })
  const scans = [scanner.scan(small), scanner.scan(small)]
  await scanner.close()
  expect(await Promise.all(scans)).toEqual(['failed', 'failed'])
  expect(scanner.reasons).toEqual([])
})
