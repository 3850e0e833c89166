import { expect, test } from 'bun:test'
import { parseAddress } from '@pictoglyph/site/network/address'
import { createFormMemory, formMemoryBounds, holdForm, maxFormBytes } from '../src/context/form-memory.ts'
import { maxListFormBytes } from '../src/context/submitted-form.ts'

const { small, long } = formMemoryBounds

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
