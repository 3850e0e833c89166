import { afterAll, beforeAll, expect, test } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { blockHash } from '@pictoglyph/site/images/blocked-hashes'
import { createKey } from '@pictoglyph/site/keys'
import type { User } from '@pictoglyph/site/language/records'
import { policyFrom } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { runAction } from '@pictoglyph/site/things/run-action'
import { consoleRoutes } from '../src/console-routes.ts'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { unescaped } from './support/form-fields.ts'
import { formsIn, type PageForm, type SeenField, sentBy } from './support/html-forms.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

let testConsole: ConsoleUnderTest
let olga: User
let omar: User
/** Two people, each with a browser, and a second browser of the first. */
let olgas: Visitor
let omars: Visitor
let olgasOther: Visitor
/** A page of each thing, by the path of its route. */
const things: Record<string, string> = {}

beforeAll(async () => {
  testConsole = await startConsole()
  const { site } = testConsole
  olga = await testConsole.addMember('olga', 'admin')
  omar = await testConsole.addMember('omar', 'admin')
  olgas = await createSignedInVisitor(testConsole, olga)
  omars = await createSignedInVisitor(testConsole, omar)
  olgasOther = await createSignedInVisitor(testConsole, olga)
  const kim = await testConsole.addMember('kim')
  await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: 'Cats' })
  await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: 'Dogs' })
  const album = await addAlbum(site, commandActor, olga.id, 'Travel')
  await blockHash(site, commandActor, { sha256: 'a'.repeat(64), reason: 'known', note: 'of 2025' })
  await listNetworks(site, commandActor, 'block', [{ network: '192.0.2.0/24', note: 'scraper' }])
  const keyOf = (isGuestLink: boolean) =>
    createKey(site, commandActor, {
      userId: olga.id,
      name: 'blog',
      permissions: ['images:upload'],
      defaultCategoryId: 'general',
      clientKind: 'standard',
      isGuestLink,
      uploadsPerMinute: isGuestLink ? null : 5,
      maxUploads: 50,
      imageLifetimeMs: isGuestLink ? null : 60_000,
      binding: isGuestLink
        ? { categoryIds: ['general'] }
        : {
            categoryIds: ['general'],
            albumIds: [album.id],
            types: ['image/png'],
            maxBytes: 1024 * 1024,
            networks: ['192.0.2.0/24'],
            linkNames: ['my-link'],
          },
    })
  const [{ key }, { key: guest }] = [await keyOf(false), await keyOf(true)]
  const imageId = imageIdOf(await uploadPicture(olgas, { title: 'Sea', description: 'From the pier' }))
  await olgas.post('/account/display-name', { displayName: 'Olga O.' })
  await olgas.post(`/albums/${album.id}/name`, { name: 'Travel', description: 'Summers' })
  for (const [policy, value] of [
    ['site.abuse', 'https://abuse.example/'],
    ['site.welcome', 'Hello'],
    ['site.links', '[{"label":"Imprint","url":"https://example.org/"}]'],
  ] as const) {
    await setPolicy(site, commandActor, policy, value)
  }
  Object.assign(things, {
    '/images/:id': `/images/${imageId}`,
    '/all-images/:id': `/all-images/${imageId}`,
    '/keys/:id': `/keys/${key.id}`,
    'a guest link': `/keys/${guest.id}`,
    '/users/:id': `/users/${kim.id}`,
    '/users/:id/delete': `/users/${kim.id}/delete`,
    '/settings/uploads/categories/:id': '/settings/uploads/categories/cats',
    '/settings/text/charsets/:id': '/settings/text/charsets/meow',
    '/settings/text/presets/:id': '/settings/text/presets/compact',
    '/settings/networks/entries/:id': '/settings/networks/entries/block-192.0.2.0_24',
    '/hashes/:id': `/hashes/${'a'.repeat(64)}`,
  })
})
afterAll(() => testConsole[Symbol.asyncDispose]())

/** Forms that make or do something, and change nothing that their page shows. */
const makingForms = [
  /^\/(language|theme|sign-out)$/,
  /^\/(upload|albums|keys|guests|users|hashes|links)$/,
  /^\/albums\/(order|\w+\/place)$/,
  /^\/users\/invitation$/,
  /^\/users\/\w+\/delete$/,
  /^\/account\/(password|second-factor|second-factor\/passkey)$/,
  /^\/images\/to-album$/,
  /^\/all-images\/take-down$/,
  /^\/settings\/networks\/(add|paste)$/,
  /^\/settings\/text\/(charsets|presets)$/,
  /^\/settings\/uploads\/categories$/,
]

/** For each field three values that it takes, each as its page shows it. */
const valuesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'upload.maxBytes': [['5'], ['6'], ['7.5']],
  'upload.maxPixels': [['5'], ['6'], ['7.5']],
  'upload.maxSide': [['500'], ['600'], ['700']],
  'upload.maxFrames': [['5'], ['6'], ['7']],
  'upload.maxImagesPerUser': [['500'], ['600'], ['700']],
  'upload.types': [['image/png'], ['image/jpeg', 'image/gif'], ['image/webp']],
  'upload.dedupScope': [['owner'], ['site']],
  'upload.dedupBy': [['file'], ['picture']],
  'upload.defaultLifetime': [['1h'], ['1d'], ['7d']],
  'upload.maxLifetime': [['30d'], ['7d'], ['forever']],
  'upload.metadata': [['strip'], ['location'], ['keep']],
  'upload.accessLists': [['off'], ['on']],
  'console.secondFactor': [['off'], ['administrators'], ['all']],
  'console.passwords': [['on'], ['off']],
  'console.providerAccounts': [['on'], ['off']],
  'keys.defaultExpiryDays': [['30'], ['60'], ['90']],
  'users.defaultQuota': [['1000'], ['2000'], ['none']],
  'text.requestsPerMinute': [['100'], ['200'], ['300']],
  'site.name': [['One'], ['Two'], ['Three']],
  'site.logo': [['AbCdEfGh012345'], ['AbCdEfGh543210'], ['']],
  'site.welcome': [['Hello'], ['Two\nlines'], ['Three']],
  'site.links': [
    ['[{"label":"Imprint","url":"https://example.org/"}]'],
    ['[{"label":"Terms","url":"https://example.org/"}]'],
    ['[]'],
  ],
  'site.abuse': [['https://abuse.example/'], ['mailto:abuse@example.org'], ['']],
  'site.robots': [['index'], ['noindex']],
  'site.reports': [['on'], ['off']],
  'site.maxBytes': [['1000000000'], ['2000000000'], ['none']],
  name: [['One'], ['Two'], ['Three']],
  role: [['admin'], ['member']],
  quota: [['5'], ['6'], ['']],
  title: [['One'], ['Two'], ['']],
  description: [['One'], ['Two\nlines'], ['']],
  categoryId: [['general'], ['cats'], ['dogs']],
  displayName: [['One'], ['Two'], ['Three']],
  note: [['One'], ['Two'], ['']],
  reason: [['One'], ['Two'], ['Three']],
  categoryIds: [['general'], ['cats', 'dogs'], ['dogs']],
  albumIds: [[], ['of the site']],
  types: [['image/png'], ['image/jpeg', 'image/gif'], []],
  maxBytes: [['5'], ['6'], ['']],
  network: [['192.0.2.0/24'], ['192.0.2.0/24\n198.51.100.0/24'], ['2001:db8::/32']],
  uploadsPerMinute: [['5'], ['6'], ['']],
  maxUploads: [['50'], ['60'], ['70']],
  imageLifetime: [['1h'], ['1d'], ['30d']],
  linkNames: [['my-link'], ['your-link'], ['']],
}

interface EditForm {
  page: string
  form: PageForm
  /** The fields of which the form tells what they showed. */
  fields: SeenField[]
  isOfOperators: boolean
}

const shownNames = ({ hidden }: PageForm): Set<string> =>
  new Set(hidden.flatMap(([name]) => (name.startsWith('shown.') ? [name.slice('shown.'.length)] : [])))

/** All pages of members and operators, of which those of a thing have one. */
function pagesOfRoutes(): { page: string; isOfOperators: boolean }[] {
  const routes = consoleRoutes.filter(({ method, access }) => method === 'GET' && access !== 'anyone')
  const pages = routes.map(({ path, access }) => ({
    page: path.includes(':') ? things[path] : path,
    isOfOperators: access === 'operator',
  }))
  return [...pages, { page: things['a guest link'], isOfOperators: false }].flatMap(({ page, ...rest }) =>
    page === undefined ? [] : [{ page, ...rest }],
  )
}

/** What a page says of the form that is refused: above it, and at its fields. */
const toldIn = (page: string): string =>
  [
    ...page.matchAll(
      /<(?:div class="message bad"|span class="[a-z ]*refusal")[^>]*>(?:<p>)?(.*?)<\/(?:p|span)>/gs,
    ),
  ]
    .map(([, words]) => unescaped(words))
    .join('\n')

async function openForm(visitor: Visitor, page: string, action: string): Promise<PageForm> {
  const forms = await formsIn(await (await visitor.get(page)).text())
  const form = forms.find((one) => one.action === action)
  if (form === undefined) throw new Error(`${page} has no form to ${action}`)
  return form
}

async function editForms(): Promise<EditForm[]> {
  const found = new Map<string, EditForm>()
  for (const { page, isOfOperators } of pagesOfRoutes()) {
    const answer = await olgas.get(page)
    if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) continue
    for (const form of await formsIn(await answer.text())) {
      const shown = shownNames(form)
      const fields = form.seen.filter(({ name }) => shown.has(name))
      if (fields.length > 0) found.set(form.action, { page, form, fields, isOfOperators })
    }
  }
  return [...found.values()]
}

test('a form that holds what its page shows tells what that was, or only makes something new', async () => {
  const silent: string[] = []
  for (const { page } of pagesOfRoutes()) {
    const answer = await olgas.get(page)
    if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) continue
    for (const form of await formsIn(await answer.text())) {
      if (makingForms.some((one) => one.test(form.action.split('?')[0] ?? ''))) continue
      const shown = shownNames(form)
      for (const { name, values } of form.seen) {
        const holdsSomething = values.some((value) => value !== '')
        const isTold = shown.has(name.replace(/\.custom$/, ''))
        if (holdsSomething && !isTold) silent.push(`${page}: ${form.action} ${name}`)
      }
    }
  }
  expect(silent).toEqual([])
})

test('the forms that change what they show are these', async () => {
  const ids = new RegExp(
    Object.values(things)
      .map((path) => path.split('/').at(-1))
      .join('|'),
  )
  const actions = (await editForms()).map(({ form }) => form.action.replace(ids, ':id'))
  expect(actions.map((action) => action.replace(/^\/albums\/\w+/, '/albums/:id')).sort()).toEqual([
    '/account/display-name',
    '/albums/:id/name',
    '/hashes/:id',
    '/images/:id',
    '/keys/:id',
    '/keys/:id',
    '/settings/accounts',
    '/settings/networks/entries/:id',
    '/settings/networks/limit',
    '/settings/site',
    '/settings/text/charsets/:id/name',
    '/settings/text/presets/:id/name',
    '/settings/uploads',
    '/settings/uploads/categories/:id/name',
    '/users/:id',
  ])
})

/** Two values that a field takes and that it does not hold now; of a choice of two the other one only. */
function otherValues({ name, values, options }: SeenField): (readonly string[])[] {
  const known = name === 'albumIds' ? [[], options.slice(0, 1)] : valuesOf[name]
  if (known === undefined) throw new Error(`the test has no values for the field ${name}`)
  return known.filter((one) => one.toSorted().join() !== values.toSorted().join())
}

const valueIn = (form: PageForm, name: string): string =>
  (form.seen.find((one) => one.name === name)?.values ?? []).toSorted().join()

test('of two people who change different fields of one form, neither takes back what the other did', async () => {
  for (const { page, form, fields, isOfOperators } of await editForms()) {
    const other = isOfOperators ? omars : olgasOther
    for (const [index, { name: mine }] of fields.entries()) {
      const theirs = fields[(index + 1) % fields.length]?.name ?? mine
      const { action } = form
      const older = await openForm(olgas, page, action)
      const [[wantedByThem]] = [otherValues(older.seen.find(({ name }) => name === theirs)!)]
      const [[wantedByMe]] = [otherValues(older.seen.find(({ name }) => name === mine)!)]
      const sentByThem = sentBy(await openForm(other, page, action), { [theirs]: wantedByThem ?? [] })
      expect((await other.post(action, sentByThem)).status, `${action} ${theirs}`).toBe(303)
      // A form of a single field is sent as it was opened.
      const written = theirs === mine ? {} : { [mine]: wantedByMe ?? [] }
      expect((await olgas.post(action, sentBy(older, written))).status, `${action} ${mine}`).toBe(303)
      const after = await openForm(olgas, page, action)
      const wanted = (values: readonly string[] = []) => values.toSorted().join()
      expect(valueIn(after, theirs), `${action} ${theirs}`).toBe(wanted(wantedByThem))
      if (theirs !== mine) expect(valueIn(after, mine), `${action} ${mine}`).toBe(wanted(wantedByMe))
    }
  }
}, 60_000)

test('who changes a field that someone else has changed meanwhile is told by whom and to what, and may save again', async () => {
  for (const { page, form, fields, isOfOperators } of await editForms()) {
    const other = isOfOperators ? omars : olgasOther
    const { action } = form
    for (const { name } of fields) {
      const older = await openForm(olgas, page, action)
      const [theirs, mine] = otherValues(older.seen.find((one) => one.name === name)!)
      // Of two values both want the same.
      if (theirs === undefined || mine === undefined) continue
      const others = fields.filter((one) => one.name !== name).at(0)
      const [alsoMine] =
        others === undefined ? [] : otherValues(older.seen.find((one) => one.name === others.name)!)
      const sent = sentBy(await openForm(other, page, action), { [name]: theirs })
      expect((await other.post(action, sent)).status).toBe(303)

      const written = { [name]: mine, ...(others && { [others.name]: alsoMine ?? [] }) }
      const answer = await olgas.post(action, sentBy(older, written))
      const told = await answer.text()
      const what = `${action} ${name}`
      expect(answer.status, what).toBe(409)
      const said = toldIn(told)
      expect(said, what).toContain(`was changed meanwhile by ${isOfOperators ? 'omar' : 'olga'}.`)
      expect(said, what).toContain('Nothing of this form was saved.')
      expect(said, what).toContain('Saving replaces that.')
      const stored = await openForm(olgas, page, action)
      expect(valueIn(stored, name), what).toBe(theirs.toSorted().join())
      if (others) expect(valueIn(stored, others.name)).toBe(valueIn(older, others.name))

      // The page has what was written, and sending it again is meant.
      const again = (await formsIn(told)).find((one) => one.action === action)!
      expect(valueIn(again, name), what).toBe(mine.toSorted().join())
      if (others) expect(valueIn(again, others.name)).toBe((alsoMine ?? []).toSorted().join())
      expect((await olgas.post(action, sentBy(again))).status).toBe(303)
      expect(valueIn(await openForm(olgas, page, action), name), what).toBe(mine.toSorted().join())
    }
  }
}, 60_000)

test('a form that does not tell what it showed changes nothing, and shows the present values', async () => {
  for (const { page, form, fields, isOfOperators } of await editForms()) {
    const other = isOfOperators ? omars : olgasOther
    const { action } = form
    const older = await openForm(olgas, page, action)
    const [{ name }] = fields as [SeenField]
    const [theirs] = otherValues(older.seen.find((one) => one.name === name)!)
    await other.post(action, sentBy(await openForm(other, page, action), { [name]: theirs ?? [] }))
    const sent = sentBy({ ...older, hidden: older.hidden.filter(([hidden]) => !hidden.startsWith('shown.')) })
    const body = new URLSearchParams({ csrf: await olgas.token() })
    for (const [field, values] of Object.entries(sent)) for (const value of values) body.append(field, value)
    const answer = await olgas.send(action, { method: 'POST', body })
    expect(answer.status, action).toBe(409)
    const told = await answer.text()
    expect(toldIn(told)).toContain('This page was opened before the site was updated.')
    expect(valueIn((await formsIn(told)).find((one) => one.action === action)!, name)).toBe(
      (theirs ?? []).toSorted().join(),
    )
    expect(valueIn(await openForm(olgas, page, action), name)).toBe((theirs ?? []).toSorted().join())
  }
})

test('a second factor that was just demanded, and a contact for abuse, are not given up by an older form', async () => {
  const { site } = testConsole
  const present = async () => policyFrom(await site.database.settings.all())
  await setPolicy(site, commandActor, 'console.secondFactor', 'off')
  await setPolicy(site, commandActor, 'site.abuse', '')
  const accounts = await openForm(olgas, '/settings/accounts', '/settings/accounts')
  const face = await openForm(olgas, '/settings/site', '/settings/site')
  await setPolicy(site, commandActor, 'console.secondFactor', 'administrators')
  await setPolicy(site, commandActor, 'keys.defaultExpiryDays', '45')
  await setPolicy(site, commandActor, 'site.abuse', 'https://abuse.example/now')

  const sentAccounts = sentBy(accounts, { 'users.defaultQuota': ['5000'] })
  expect((await olgas.post('/settings/accounts', sentAccounts)).status).toBe(303)
  expect((await olgas.post('/settings/site', sentBy(face, { 'site.name': ['Ours'] }))).status).toBe(303)
  expect(await present()).toMatchObject({
    'console.secondFactor': 'administrators',
    'keys.defaultExpiryDays': 45,
    'users.defaultQuota': 5000,
    'site.abuse': 'https://abuse.example/now',
    'site.name': 'Ours',
  })
  const refused = await olgas.post(
    '/settings/accounts',
    sentBy(accounts, { 'console.secondFactor': ['all'] }),
  )
  expect(toldIn(await refused.text())).toContain(
    'It is “Administrators” now, set by command. Saving replaces that.',
  )
  await setPolicy(site, commandActor, 'console.secondFactor', 'off')
})

test('what is told of an older form is told in Chinese too', async () => {
  const older = await openForm(olgas, '/settings/uploads', '/settings/uploads')
  await setPolicy(testConsole.site, commandActor, 'upload.maxSide', '1234')
  olgas.cookies.set('language', 'zh-CN')
  const answer = await olgas.post('/settings/uploads', sentBy(older, { 'upload.maxSide': ['4321'] }))
  olgas.cookies.delete('language')
  const told = toldIn(await answer.text())
  expect(told).toContain(
    '“最长边（像素）”已被 command 更改。此表单的内容均未保存。请核对各个值，然后重新保存。',
  )
  expect(told).toContain('已由 command 更改，现在为“1234”；保存将覆盖该值。')
})

test('two forms that are sent at once are saved one after the other, and one is told', async () => {
  const [one, other] = [
    await openForm(olgas, '/settings/networks', '/settings/networks/limit'),
    await openForm(omars, '/settings/networks', '/settings/networks/limit'),
  ]
  const key = 'text.requestsPerMinute'
  const answers = await Promise.all([
    olgas.post('/settings/networks/limit', sentBy(one, { [key]: ['11'] })),
    omars.post('/settings/networks/limit', sentBy(other, { [key]: ['12'] })),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([303, 409])
  const kept = statuses[0] === 303 ? '11' : '12'
  expect((await testConsole.site.database.settings.all()).get(key)).toBe(kept)
})
