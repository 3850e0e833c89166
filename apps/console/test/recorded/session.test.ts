import { test } from 'bun:test'
import { consoleRoutes } from '../../src/console-routes.ts'
import { memberPassword } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { startTour } from './tour.ts'

test('people sign in, are refused and sign out as recorded', async () => {
  await using tour = await startTour('session', { hasShell: true })
  const stranger = tour.visitor('stranger')
  await tour.testConsole.addMember('kim')
  for (const { method, path } of consoleRoutes) {
    const asked = path.replace(/:\w+/g, 'AbCdEfGh012345')
    if (method === 'GET') await stranger.see(asked)
    else if (!path.startsWith('/sign-in/')) await stranger.send(asked)
  }
  await stranger.see('/sign-in?return=%2Fkeys', '/sign-in?return=%2F%2Fevil.example', '/nothing', '/healthz')
  await stranger.mistake('/sign-in', '/sign-in')
  for (const language of ['zh-CN', 'en', 'xx', ''])
    await stranger.send('/language', { language, return: '/sign-in' })
  for (const theme of ['dark', 'light', 'system', 'xx']) await stranger.send('/theme', { theme })
  for (const back of ['/keys', '//evil.example', '/\\evil', 'keys', '/a b', '/é']) {
    await stranger.send('/theme', { theme: 'system', return: back })
  }
  await stranger.send('/sign-in', { name: 'kim', password: 'wrong', return: '/keys' })
  await stranger.send('/sign-in/passkey', { passkey: '{}' })
  await stranger.send('/sign-in/code', { code: '000000' })
  await stranger.see('/sign-in/provider/callback?state=x')
  await stranger.send('/sign-in', { name: 'kim', password: memberPassword, return: '/keys' })
  await stranger.see(
    '/sign-in',
    '/sign-in?return=%2Falbums',
    '/',
    '/images?q=%00',
    '/nothing',
    '/images/nothing',
  )
  for (const { method, path, access } of consoleRoutes) {
    const asked = path.replace(/:\w+/g, 'AbCdEfGh012345')
    if (access !== 'operator') continue
    if (method === 'GET') await stranger.see(asked)
    else await stranger.send(asked)
  }
  for (const [headers, body] of [
    [{ 'Content-Type': 'text/plain' }, 'a=b'],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }, 'csrf=wrong&name=a'],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }, 'name=a'],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }, ''],
    [{ 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://evil.example' }, 'name=a'],
    [{ 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' }, 'name=a'],
    [{ 'Content-Type': 'application/json' }, '{}'],
  ] as const) {
    await stranger.raw('POST', '/albums', { headers, body })
    await stranger.raw('POST', '/albums', { headers: { ...headers, Accept: 'application/json' }, body })
  }
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const [origin, site] of [
    ['http://evil.example', 'cross-site'],
    ['http://console.evil.example', 'same-site'],
    ['null', 'cross-site'],
    ['null', 'none'],
    ['null', 'same-origin'],
    ['', 'cross-site'],
    ['http://evil.example', ''],
    [new URL(tour.testConsole.url).origin, 'cross-site'],
  ] as const) {
    const headers = { ...form, Origin: origin, 'Sec-Fetch-Site': site }
    await stranger.raw('POST', '/albums', { headers, body: 'name=a' })
    await stranger.raw('POST', '/share', { headers, body: 'name=a' })
  }
  await stranger.raw('POST', '/albums', {
    headers: form,
    body: `csrf=${await stranger.visitor.token()}&name=${'x'.repeat(70_000)}`,
  })
  const many = Array.from({ length: 10_200 }, (_, at) => `&id=${at}`).join('')
  await stranger.raw('POST', '/images/delete', {
    headers: form,
    body: `csrf=${await stranger.visitor.token()}${many}`,
  })
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
    await stranger.raw(method, '/images', {})
  for (const [name, value] of [
    ['Accept-Language', 'zh'],
    ['Accept-Language', 'zh-TW,en;q=0.5'],
    ['Accept-Language', 'de,zh;q=0.4'],
    ['Accept-Encoding', 'identity'],
    ['Accept-Encoding', 'gzip;q=0'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'none'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Accept', 'application/json'],
  ] as const) {
    await stranger.raw('GET', '/albums', { headers: { [name]: value } })
    await tour.visitor('other').raw('GET', '/sign-in', { headers: { [name]: value } })
    await stranger.raw('GET', '/images/nothing', { headers: { [name]: value } })
  }
  for (const zone of ['Asia/Shanghai', 'nowhere', 'x'.repeat(70)]) {
    stranger.visitor.cookies.set('zone', zone)
    await stranger.see('/account')
  }
  await stranger.upload('/upload', { categoryId: 'general' }, { name: 'a.png', bytes: picture() })
  await stranger.send('/sign-out')
  await stranger.send('/sign-out')
  await tour.end()
})

test('who must change the first password, or prove themselves, is led as recorded', async () => {
  await using tour = await startTour('first-password', { generatedPassword: true, hasShell: true })
  const admin = tour.visitor('admin')
  const { name, password } = tour.testConsole.admin
  tour.names.call(password, '‹first password›')
  await admin.send('/sign-in', { name, password })
  await admin.see('/images', '/albums', '/account', '/users', '/settings/site', '/overview')
  await admin.send('/users', { name: 'lee', role: 'member' })
  await admin.send('/albums', { name: 'Travel' })
  for (const wanted of ['', 'short', password, name])
    await admin.send('/account/first-password', { password: wanted })
  await admin.send('/account/first-password', { password: 'a quite long password' })
  await admin.see('/images', '/account')
  await admin.send('/account/first-password', { password: 'another long password' })
  await admin.picture({ categoryId: 'general' }, { name: 'a.png', bytes: picture() })
  await admin.see('/images')
  await admin.make('/keys', { name: 'tool', permission: 'images:upload' })
  await admin.see('/images')

  tour.wait(11 * 60_000)
  await admin.send('/users', { name: 'lee', role: 'member', password: 'a quite long password' })
  await admin.send('/users', { name: 'lee', role: 'member', proof: 'wrong' })
  await admin.send('/users', { name: 'lee', role: 'member', proof: '' })
  await admin.send('/users', {
    name: 'lee',
    role: 'member',
    proof: 'a quite long password',
    password: 'a quite long one',
  })
  await admin.send('/users', { name: 'noor', role: 'member', password: 'a quite long one' })
  await admin.see('/users')
  tour.wait(11 * 60_000)
  await admin.send('/keys', { name: 'second', permission: 'images:upload' })
  await admin.send('/keys', { name: 'second', permission: 'images:upload' }, { Accept: 'application/json' })
  await admin.see('/account')
  tour.wait(40 * 86_400_000)
  await admin.see('/account')
  await tour.end()
})
