import { expect, test } from 'bun:test'
import { closeSync, existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { expectRecorded } from '@pictoglyph/recorded'
import { isolateDecoder, isolateNetworkClient, notIsolated } from '../../src/isolation/bubblewrap.ts'
import { refusedCalls, seccompFilter } from '../../src/isolation/seccomp.ts'

/** The folders that a machine has in its own way: a link into `/usr`, a folder, or nothing. */
const ownFolders = ['/bin', '/lib', '/lib32', '/lib64', '/libx32', '/sbin'].flatMap((path) => {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink()
    ? [['--symlink', readlinkSync(path), path]]
    : [['--ro-bind', path, path]]
})

test('commands are run apart by the arguments that are recorded', async () => {
  const decoder = isolateDecoder(['/one', '/two'], '/usr/bin/bwrap')
  const decoding = decoder.command.join(' ')
  const own = ownFolders.map((words) => words.join(' ')).join(' ')
  expect(decoding).toContain(own)
  const client = isolateNetworkClient(['/data', '/var/lib'], '/usr/bin/bwrap')
  const lines = [decoding.replace(own, 'FOLDERS'), client.command.join(' ')]
  // An option a line: a reviewer sees which one a change adds.
  await expectRecorded(
    new URL('./commands.txt', import.meta.url),
    lines.map((line) => line.replaceAll(' --', '\n  --').replaceAll(' -c ', '\n  -c ')),
  )
  expect([client.openFilter, notIsolated]).toEqual([undefined, { command: [], openFilter: undefined }])
  for (const _ of [1, 2]) {
    const descriptor = decoder.openFilter?.() ?? -1
    const read = readFileSync(descriptor)
    closeSync(descriptor)
    expect([...read]).toEqual([...seccompFilter(process.arch)!])
  }
  for (const isolate of [isolateDecoder, isolateNetworkClient]) {
    expect(() => isolate([], null)).toThrow('bwrap is not installed.')
  }
})

const operations: Record<number, string> = {
  32: 'load',
  21: 'if equal',
  53: 'if at least',
  69: 'if any bit of',
  6: 'answer',
}

test('the filter of system calls is the program that is recorded', async () => {
  const lines = (['x64', 'arm64'] as const).flatMap((machine, column) => {
    const named = new Map(Object.entries(refusedCalls).map(([name, numbers]) => [numbers[column], name]))
    const filter = new DataView(seccompFilter(machine)!.buffer)
    const rows = Array.from({ length: filter.byteLength / 8 }, (_, row) => {
      const [operation, value] = [filter.getUint16(row * 8, true), filter.getUint32(row * 8 + 4, true)]
      const jumps = [filter.getUint8(row * 8 + 2), filter.getUint8(row * 8 + 3)]
      const isJump = operation % 8 === 5
      const shown = isJump
        ? `${value > 999 ? `0x${value.toString(16)}` : value} (${named.get(value) ?? ''})`
        : `0x${value.toString(16)}`
      return `  ${row}: ${operations[operation]} ${shown}${isJump ? ` skip ${jumps.join(' else ')}` : ''}`
    })
    return [machine, ...rows]
  })
  await expectRecorded(new URL('./filter.txt', import.meta.url), lines)
})
