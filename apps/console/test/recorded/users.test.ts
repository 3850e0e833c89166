import { test } from 'bun:test'
import { memberPassword } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { startTour } from './tour.ts'

test('operators add, invite, change and delete users as recorded', async () => {
  await using tour = await startTour('users')
  const olga = await tour.member('olga', 'admin')
  const idOf = async (name: string) => (await tour.testConsole.site.database.users.byName(name))?.id ?? ''
  await olga.see('/users')
  await olga.send('/users', { name: 'kim', role: 'member', password: memberPassword })
  await olga.send('/users', { name: 'kim', role: 'member', password: memberPassword })
  await olga.send('/users', { name: 'lee', role: 'admin', password: memberPassword })
  await olga.send('/users', { name: 'ann', role: 'owner', password: memberPassword })
  await olga.send('/users', { name: '', role: 'member' })
  await olga.send('/users', { name: 'a b', role: 'member' })
  await olga.send('/users', { name: 'ann', role: 'member', password: 'short' })
  const [kimId, leeId, olgaId] = await Promise.all([idOf('kim'), idOf('lee'), idOf('olga')])
  const kimPath = `/users/${kimId}`
  const kim = await tour.again('kim')
  await kim.picture({ categoryId: 'general' }, { name: 'a.png', bytes: picture() })
  await kim.make('/keys', { name: 'tool', permission: 'images:upload' })
  await olga.see(
    '/users',
    kimPath,
    `/users/${leeId}`,
    `/users/${olgaId}`,
    '/users/nothing',
    `${kimPath}/delete`,
  )
  await olga.see(`/users/${olgaId}/delete`, `${kimPath}/password`)
  await olga.filter('/users')
  await olga.mistake(kimPath, kimPath)
  for (const quota of ['1', '1.5', '0', '', 'none']) await olga.fill(kimPath, kimPath, { quota })
  await olga.fill(kimPath, kimPath, { name: 'lee' })
  await olga.fill(kimPath, kimPath, { name: 'kimmy', role: 'admin' })
  await olga.fill(kimPath, kimPath, { name: 'kim', role: 'member' })
  await olga.send(kimPath, { name: 'kim', 'shown.name': 'Older', role: 'member' })
  await olga.send(`/users/${olgaId}`, { role: 'member', 'shown.role': 'admin' })
  for (const disabled of ['on', 'off', 'maybe']) await olga.send(`${kimPath}/disabled`, { disabled })
  await olga.send(`${kimPath}/disabled`, { disabled: 'on', hideImages: 'on' })
  await kim.see('/images')
  await olga.see('/users', kimPath)
  await olga.send(`${kimPath}/disabled`, { disabled: 'off' })
  await olga.send(`/users/${olgaId}/disabled`, { disabled: 'on' })
  await olga.send(`${kimPath}/second-factor/remove`)

  const invitations: Record<string, string>[] = [
    { name: 'noor', displayName: 'Noor N.', role: 'member', quota: '5', days: '7' },
    { name: '', displayName: '', role: 'admin', quota: '', days: '1' },
    { name: 'kim', role: 'member', days: '7' },
    { name: 'sam', role: 'member', days: '0' },
    { name: 'sam', role: 'member', days: '31' },
    { name: 'sam', role: 'member', days: 'x' },
    { name: 'sam', role: 'owner', days: '7' },
    { name: 'sam', role: 'member', quota: 'much' },
    { name: 'x y', role: 'member' },
    { name: 'pat', role: 'member' },
  ]
  const tokens: string[] = []
  for (const fields of invitations) {
    await olga.send('/users/invitation', fields)
    const link = /\/invitation\/([0-9A-Za-z_-]{20,})/.exec(olga.lastPage())?.[1]
    if (link !== undefined) tokens.push(link)
  }
  await olga.see('/users', '/users/invitation')
  await olga.filter('/users')
  const guest = tour.visitor('guest')
  for (const [at, token] of tokens.entries()) tour.names.call(token, `‹invitation ${at + 1}›`)
  const [noors = '', anyones = '', pats = ''] = tokens
  for (const token of [noors, anyones]) {
    const path = `/invitation/${token}`
    await guest.see(path)
    await guest.send(path, {})
    await guest.send(path, { name: 'a b', password: memberPassword, again: memberPassword })
    await guest.send(path, { name: 'ann', password: 'short', again: 'short' })
    await guest.send(path, { name: 'ann', password: memberPassword, again: 'other' })
    await guest.send(path, {
      name: 'ann',
      displayName: 'Ann A.',
      password: memberPassword,
      again: memberPassword,
    })
    await guest.see(path)
  }
  const [pending] = await tour.testConsole.site.database.invitations.list(tour.testConsole.site.clock(), 9)
  await olga.send(`/users/invitation/${pending?.id ?? 'x'}/end`)
  await olga.send('/users/invitation/nothing/end')
  await guest.see(`/invitation/${pats}`)
  await olga.send(`${kimPath}/invitation`)
  await olga.see('/users', kimPath)
  tour.wait(3 * 86_400_000)
  const late = await tour.again('olga')
  await late.see('/users')
  await late.send(`${kimPath}/password`, { revokeKeys: 'on' })
  tour.wait(60_000)
  await late.see(`${kimPath}/password`, '/users', kimPath)
  await late.send(`/users/${leeId}/delete`, { images: 'maybe' })
  await late.send(`/users/${leeId}/delete`, { images: 'keep' })
  await late.send(`${kimPath}/delete`, { images: 'delete' })
  await late.send(`/users/${olgaId}/delete`, { images: 'delete' })
  await late.see('/users', kimPath)
  await tour.end()
})
