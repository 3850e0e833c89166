import { expect, test } from 'bun:test'
import { createFormMemory, formMemoryBounds, holdForm } from '../src/context/form-memory.ts'
import { maxFormBytes, maxListFormBytes } from '../src/context/submitted-form.ts'

const { small, long } = formMemoryBounds

test('members whose long forms fill all room keep nobody from a small one', () => {
  const memory = createFormMemory()
  const members = long.permits / long.maxOfOne
  const formsOfOne = long.maxOfOne / maxListFormBytes
  for (let member = 0; member < members; member += 1) {
    for (let count = 0; count < formsOfOne; count += 1) {
      const form = holdForm(memory, `member ${member}`)
      form.grow(maxFormBytes)
      form.grow(maxListFormBytes)
    }
  }
  const fifth = holdForm(memory, 'another')
  fifth.grow(maxFormBytes)
  expect(() => fifth.grow(maxFormBytes + 1)).toThrow('busy')
  using own = holdForm(memory, 'member 0')
  own.grow(maxFormBytes)
})

test('small forms have a share by member too, and what is disposed of is free again', () => {
  const memory = createFormMemory()
  const most = small.maxOfOne / maxFormBytes
  const forms = Array.from({ length: most }, () => holdForm(memory, 'kim'))
  for (const form of forms) form.grow(maxFormBytes - 1)
  const further = holdForm(memory, 'kim')
  expect(() => further.grow(maxFormBytes)).toThrow('busy')
  holdForm(memory, 'lee').grow(maxFormBytes)
  for (const form of [...forms, further]) form[Symbol.dispose]()
  expect([memory.small.requests, memory.long.requests]).toEqual([1, 0])
  for (let count = 0; count < most; count += 1) holdForm(memory, 'kim').grow(maxFormBytes - 1)
})
