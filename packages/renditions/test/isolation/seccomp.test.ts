import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { refusedCalls, seccompFilter } from '../../src/isolation/seccomp.ts'
import { kernelHeaders } from './kernel-headers.ts'

const machines = ['x64', 'arm64'] as const

test('a machine with unknown system calls has no filter', () => {
  expect(seccompFilter('riscv64')).toBeUndefined()
  expect(seccompFilter('x64')?.length).not.toBe(seccompFilter('arm64')?.length)
})

test.each(machines)('on %s each refused call has a number of its own', (machine) => {
  const column = machines.indexOf(machine)
  const numbers = Object.values(refusedCalls).flatMap((row) => row[column] ?? [])
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

// e2e/house/left-out.ts reports that these are left out.
for (const [machine, path] of kernelHeaders) {
  test(`on ${machine} the refused calls have the numbers of the kernel's header`, () => {
    const lines = readFileSync(path, 'utf8').matchAll(/^#define __NR_(\w+)\s+(\d+)$/gm)
    const numbers = new Map([...lines].map(([, name = '', number]) => [name, Number(number)]))
    numbers.delete('syscalls')
    const newest = Math.max(...numbers.values())
    for (const [name, row] of Object.entries(refusedCalls)) {
      const number = row[machines.indexOf(machine)]
      const isKnown = number === undefined || number <= newest
      expect([name, numbers.get(name)]).toEqual([name, isKnown ? number : undefined])
    }
  })
}
