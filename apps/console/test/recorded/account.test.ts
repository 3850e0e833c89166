import { test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import { memberPassword } from '../support/console-under-test.ts'
import { startTour, type Tour } from './tour.ts'

const codeNow = (tour: Tour, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: tour.testConsole.site.clock() })

test('people change their account and their second factors as recorded', async () => {
  await using tour = await startTour('account')
  const kim = await tour.member('kim')
  const second = await tour.again('kim')
  const olga = await tour.member('olga', 'admin')
  await kim.see('/account')
  await olga.see('/account')
  await kim.mistake('/account', '/account/display-name')
  await kim.fill('/account', '/account/display-name', { displayName: 'Kim K.' })
  await kim.send('/account/display-name', { displayName: 'K', 'shown.displayName': 'Older' })
  const key = await kim.make('/keys', { name: 'tool', permission: 'images:upload' })
  const change = { current: memberPassword, password: 'quite another one', again: 'quite another one' }
  await kim.send('/account/password', {})
  await kim.send('/account/password', { ...change, current: 'wrong' })
  await kim.send('/account/password', { ...change, again: 'something else' })
  await kim.send('/account/password', { ...change, password: 'short', again: 'short' })
  await kim.send('/account/password', { ...change, password: memberPassword, again: memberPassword })
  await second.see('/account')
  await second.send('/account/sessions/end', { session: 'nothing' })
  const sessions = await (await second.visitor.get('/account')).text()
  await tour.again('kim')
  await second.send('/account/sessions/end', {
    session: /name="session" value="(\w+)"/.exec(sessions)?.[1] ?? '',
  })
  await second.send('/account/sessions/end-others')
  await kim.see('/account')
  await second.send('/account/password', { ...change, revokeKeys: 'on' })
  await second.see('/account', key)

  await second.see('/account/second-factor', '/account/second-factor/codes')
  const page = await (await second.visitor.get('/account/second-factor')).text()
  const secret = /name="secret" value="([A-Z2-7]+)"/.exec(page)?.[1] ?? ''
  tour.names.call(secret, '‹secret›')
  const add = { secret, name: 'phone' }
  await second.send('/account/second-factor', { ...add, code: '' })
  await second.send('/account/second-factor', { ...add, code: '12345' })
  await second.send('/account/second-factor', { ...add, secret: 'no', code: codeNow(tour, secret) })
  await second.send('/account/second-factor', { ...add, name: 'x'.repeat(65), code: codeNow(tour, secret) })
  await second.send('/account/second-factor/passkey', { passkey: '{}', name: 'laptop' })
  await second.send('/account/second-factor', { ...add, code: codeNow(tour, secret) })
  await second.see('/account/second-factor', '/account')
  await second.send('/account/second-factor/codes')
  const again = tour.visitor('kim, again')
  await again.send('/sign-in', { name: 'kim', password: change.password, return: '/account' })
  await again.see('/images', '/sign-in/code')
  await again.send('/sign-in/code', { code: '' })
  await again.send('/sign-in/code', { code: '000000', return: '/account' })
  tour.wait(60_000)
  await again.send('/sign-in/code', { code: codeNow(tour, secret), return: '/account' })
  await again.see('/account')
  tour.wait(11 * 60_000)
  await again.send('/account/second-factor/codes', { proof: '000000' })
  tour.wait(60_000)
  await again.send('/account/second-factor/codes', { proof: codeNow(tour, secret) })
  const { id: kimId = '' } = (await tour.testConsole.site.database.users.byName('kim')) ?? {}
  await olga.see(`/users/${kimId}`)
  const factors = /name="factor" value="([^"]+)"/.exec(
    await (await again.visitor.get('/account/second-factor')).text(),
  )
  await again.send('/account/second-factor/remove', { factor: 'nothing' })
  await again.send('/account/second-factor/remove', { factor: factors?.[1] ?? '' })
  await again.see('/account/second-factor')
  await tour.policy('console.secondFactor', 'all')
  await again.see('/images', '/account/second-factor')
  await again.send('/albums', { name: 'Travel' })
  await tour.policy('console.secondFactor', 'administrators')
  await again.see('/images')
  await tour.policy('console.passwords', 'off')
  await tour.visitor('stranger').see('/sign-in')
  await again.see('/account')
  await tour.end()
})
