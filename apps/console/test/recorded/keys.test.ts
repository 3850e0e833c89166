import { test } from 'bun:test'
import { startTour } from './tour.ts'

const bound = {
  name: 'bound',
  permission: 'images:upload',
  expiresIn: 'forever',
  defaultCategoryId: 'general',
  clientKind: 'lsky',
  uploadsPerMinute: '30',
  maxUploads: '5',
  imageLifetime: '90d',
  categoryIds: ['general'],
  types: ['image/png', 'image/jpeg'],
  maxBytes: '2.5',
  linkNames: 'logo, banner',
  network: '10.0.0.0/8\n192.0.2.1',
}

test('keys and guest links are shown, made, changed and ended as recorded', async () => {
  await using tour = await startTour('keys')
  const olga = await tour.member('olga', 'admin')
  await olga.see('/keys', '/guests', '/keys/nothing')
  await olga.mistake('/keys', '/keys')
  await olga.mistake('/guests', '/guests')
  const kim = await tour.member('kim')
  const editor = await kim.send('/keys', { name: 'editor', permission: 'images:upload', expiresIn: '30d' })
  const tied = await kim.send('/keys', bound)
  const idle = await kim.make('/keys', { name: '', expiresIn: '1h' })
  await kim.make('/keys', { name: 'dated', expiresIn: 'custom', 'expiresIn.custom': '2027-01-31' })
  await kim.see('/keys', editor, tied, idle)
  await kim.mistake(tied, tied)
  await kim.fill(tied, tied, { name: 'tied', uploadsPerMinute: '20', network: '' })
  await kim.fill(tied, tied, { uploadsPerMinute: '', maxUploads: '', types: [], linkNames: '' })
  await kim.send(tied, { uploadsPerMinute: '7', 'shown.uploadsPerMinute': '99' })
  await kim.fill(editor, editor, { expiresIn: '7d' })
  await kim.fill(editor, editor, { expiresIn: 'custom', 'expiresIn.custom': '90d' })
  await kim.fill(editor, editor, { expiresIn: 'forever' })
  await kim.send(`${editor}/test`)
  await kim.send(`${editor}/test`)
  await kim.send(`${editor}/test`, {}, { Accept: 'application/json' })
  await kim.send(`${tied}/test`)
  await kim.send(`${tied}/test`, {}, { Accept: 'application/json' })
  await kim.send(`${idle}/test`)
  await kim.see('/keys', editor)
  await kim.send(`${editor}/renew`)
  await kim.fill(editor, editor, { name: '' })
  await kim.send(`${editor}/revoke`, { return: '/keys' })
  await kim.send(`${editor}/revoke`)
  await kim.send(`${editor}/renew`)
  await kim.send(editor, { name: 'late' })
  await kim.see(editor)
  tour.wait(3_600_000)
  const late = await tour.again('kim')
  await late.see('/keys', idle)
  await late.send(`${idle}/test`)

  const wedding = { name: 'Wedding', categoryId: 'general', maxUploads: '10', expiresIn: '30d' }
  const guest = await late.send('/guests', wedding)
  const open = await late.make('/guests', {
    name: '',
    categoryId: 'general',
    maxUploads: '1',
    expiresIn: '1h',
  })
  await late.send('/guests', { ...wedding, expiresIn: 'forever' })
  await late.send('/guests', { ...wedding, categoryId: 'nothing' })
  await late.see('/guests', guest, open)
  await late.mistake(guest, guest)
  await late.fill(guest, guest, { name: 'Wedding 2', maxUploads: '9' })
  await late.send(`${guest}/renew`)
  await late.send(`${guest}/test`)
  await late.send(`${guest}/revoke`, { return: '/guests' })
  await late.see(guest)
  const olgaLate = await tour.again('olga')
  await olgaLate.see(tied)
  await olgaLate.send(`${tied}/revoke`)
  await olgaLate.send(`${tied}/test`)
  await tour.end()
})
