import { expect, test } from 'bun:test'
import { parseAddress } from '@pictoglyph/site/network/address'
import { createFormMemory, formMemoryBounds, holdForm, maxFormBytes } from '../src/context/form-memory.ts'
import { maxListFormBytes } from '../src/context/submitted-form.ts'

const { small, long } = formMemoryBounds
const kib = 1024
const mib = 1024 * kib
const busy = { code: 'OVERLOADED', retryAfterSeconds: 5 }

test('small forms of all have 16 MiB, long ones 32 MiB, of which one has 1 MiB and 8 MiB', () => {
  for (const [form, ofOne, ofAll] of [
    [64 * kib, mib, 16 * mib],
    [2 * mib, 8 * mib, 32 * mib],
  ] as const) {
    const memory = createFormMemory()
    const fill = (userId: string): number => {
      let held = 0
      try {
        for (; ; held += form) holdForm(memory, { userId }).grow(form)
      } catch (error) {
        expect(error).toMatchObject({ facts: busy })
      }
      return held
    }
    const members = Array.from({ length: ofAll / ofOne + 2 }, (_, member) => fill(`member ${member}`))
    expect(members).toEqual([...Array<number>(ofAll / ofOne).fill(ofOne), 0, 0])
  }
})

test('a form is long from the first byte over 64 KiB, and a long one holds a byte of the small room', () => {
  const memory = createFormMemory()
  const form = holdForm(memory, { userId: 'kim' })
  form.grow(65_536)
  expect(memory.ofMembers.long.requests).toBe(0)
  form.grow(65_537)
  form.grow(65_538)
  expect(memory.ofMembers.long.requests).toBe(1)
  const hold = (bytes: number): void => {
    using refused = new DisposableStack()
    refused.use(holdForm(memory, { userId: 'kim' })).grow(bytes)
    refused.move()
  }
  for (let count = 1; count < 16; count += 1) hold(65_536)
  expect(() => hold(65_536)).toThrow(expect.objectContaining({ facts: busy }))
  hold(65_535)
  expect(() => hold(1)).toThrow('busy')
  form[Symbol.dispose]()
  expect(memory.ofMembers.long.requests).toBe(0)
  hold(1)
})

test('members whose long forms fill all room keep nobody from a small one', () => {
  const memory = createFormMemory()
  const members = long.permits / long.maxOfOne
  const formsOfOne = long.maxOfOne / maxListFormBytes
  for (let member = 0; member < members; member += 1) {
    for (let count = 0; count < formsOfOne; count += 1) {
      const form = holdForm(memory, { userId: `member ${member}` })
      form.grow(maxFormBytes)
      form.grow(maxListFormBytes)
    }
  }
  const fifth = holdForm(memory, { userId: 'another' })
  fifth.grow(maxFormBytes)
  expect(() => fifth.grow(maxFormBytes + 1)).toThrow('busy')
  using own = holdForm(memory, { userId: 'member 0' })
  own.grow(maxFormBytes)
})

test('small forms have a share by member too, and what is disposed of is free again', () => {
  const memory = createFormMemory()
  const most = small.maxOfOne / maxFormBytes
  const forms = Array.from({ length: most }, () => holdForm(memory, { userId: 'kim' }))
  for (const form of forms) form.grow(maxFormBytes - 1)
  const further = holdForm(memory, { userId: 'kim' })
  expect(() => further.grow(maxFormBytes)).toThrow('busy')
  holdForm(memory, { userId: 'lee' }).grow(maxFormBytes)
  for (const form of [...forms, further]) form[Symbol.dispose]()
  expect([memory.ofMembers.small.requests, memory.ofMembers.long.requests]).toEqual([1, 0])
  for (let count = 0; count < most; count += 1) holdForm(memory, { userId: 'kim' }).grow(maxFormBytes - 1)
})

test('strangers of a /64 have one share, and all strangers together leave members their room', () => {
  const memory = createFormMemory()
  const at = (text: string) => ({ address: parseAddress(text) })
  const fill = (network: number): void => {
    for (let count = 0; count < small.maxOfOne / maxFormBytes; count += 1) {
      holdForm(memory, at(`2001:db8:0:${network}::${count}`)).grow(maxFormBytes)
    }
  }
  fill(0)
  expect(() => holdForm(memory, at('2001:db8::ffff'))).toThrow('busy')
  for (let network = 1; network < small.permits / small.maxOfOne; network += 1) fill(network)
  expect(() => holdForm(memory, at('192.0.2.1'))).toThrow('busy')
  using own = holdForm(memory, { userId: 'kim' })
  own.grow(maxListFormBytes)
})
