import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectRecorded } from '@pictoglyph/recorded'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { runAction } from '@pictoglyph/site/things/run-action'
import { createTurns, type GivenAnswer } from '@pictoglyph/web/test/given-answers'
import type { Page } from 'playwright-core'
import { beginSession } from '../support/begin-session.ts'
import type { ConsoleUnderTest } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { openTour } from '../support/open-tour.ts'
import { picture } from '../support/pictures.ts'
import type { Visitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const record = (name: string) => new URL(`./${name}.txt`, import.meta.url)

const file = (name: string, bytes: Uint8Array, mimeType = 'image/png') => {
  return { name, mimeType, buffer: Buffer.from(bytes) }
}
const small = (name: string, width: number) => file(name, picture({ width }))

const refusal = (status: number, code: string): GivenAnswer => {
  return { status, json: { ok: false, error: { code, message: `Refused as ${code}.` } } }
}

/** Answers uploads in place of the site: by the name of the file, each answer once. */
async function answerUploads(page: Page): Promise<Map<string, GivenAnswer[]>> {
  const answers = new Map<string, GivenAnswer[]>()
  const giveInTurn = createTurns()
  await page.route('**/upload', async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    const name = /filename="([^"]*)"/.exec(body)?.[1] ?? ''
    await giveInTurn(route, answers.get(name)?.shift())
  })
  return answers
}

async function addPlaces({ site, refresh }: ConsoleUnderTest, visitor: Visitor): Promise<void> {
  await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: 'Wallpapers' })
  await visitor.post('/albums', { name: 'Travel' })
  await setPolicy(site, commandActor, 'upload.maxBytes', '100000')
  await refresh()
}

browserTest('each gesture with files changes the list of uploads as recorded', async (browser) => {
  await using opened = await openTour(browser, { path: '/upload', prepare: addPlaces })
  const { page, tour } = opened
  const answers = await answerUploads(page)
  const row = (name: string) => page.locator('.queue-row', { hasText: name })
  const act = (name: string, action: string) =>
    tour.step(`${action} ${name}`, () => row(name).locator(`[data-do=${action}]`).click())
  const bar = (action: string) =>
    tour.step(`${action}`, () => page.locator(`.queue-bar [data-do=${action}]`).click())
  const choose = (...files: ReturnType<typeof file>[]) =>
    tour.step(`choose ${files.map(({ name }) => name).join(', ')}`, () =>
      page.locator('input[name=file]').setInputFiles(files),
    )
  const dialog = page.getByRole('dialog')
  const press = (name: string) => tour.step(name, () => dialog.getByRole('button', { name }).click())
  const write = (label: string, text: string) =>
    tour.step(`${label}: ${text}`, () => dialog.getByLabel(label, { exact: true }).fill(text))
  const pick = (name: string, label: string) =>
    tour.step(`pick ${label}`, () => dialog.locator(`[name=${name}]`).selectOption({ label }))

  await tour.step('do not start', () => page.locator('[data-setting=startOnDrop]').uncheck())
  await choose(small('one.png', 21), file('notes.md', picture(), 'text/markdown'), small('two_b.png', 22))
  await choose(file('empty.png', new Uint8Array()), file('huge.png', new Uint8Array(100_001)))
  await choose(file('limit.png', new Uint8Array(100_000)), file('plain', picture({ width: 23 }), ''))
  await act('notes.md', 'remove')
  await act('plain', 'remove')
  await act('empty.png', 'remove')
  await act('huge.png', 'remove')
  await act('one.png', 'edit')
  await write('Title', 'First')
  await write('Description', 'In May')
  await press('Save')
  await act('one.png', 'edit')
  await write('Title', 'Not this')
  await press('Cancel')
  await act('one.png', 'edit')
  await pick('albumId', 'Travel')
  await press('Save')
  await act('one.png', 'edit')
  await press('Save')
  await bar('editAll')
  await pick('categoryId', 'Wallpapers')
  await press('Save')
  await bar('editAll')
  await write('Description', 'All of them')
  await press('Save')

  const release = await tour.hold(
    (request) => request.method() === 'POST' && request.url().endsWith('/upload'),
  )
  await bar('start')
  await bar('pause')
  await bar('pause')
  await act('limit.png', 'remove')
  await tour.step('they go on', release)
  await act('limit.png', 'retry')
  await act('one.png', 'copy')
  await tour.step('copy all', () => page.locator('[data-copy-all]').click())
  await tour.wait(1_500)
  await tour.step('as BBCode', () => page.locator('[data-format]').selectOption('bbcode'))
  await tour.step('copy all', () => page.locator('[data-copy-all]').click())

  await act('one.png', 'edit')
  await write('Title', '  First   one ')
  await pick('categoryId', 'general')
  await press('Save')
  await page.route('**/images/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await act('one.png', 'edit')
  await write('Title', 'Lost')
  await press('Save')
  await page.unroute('**/images/*')
  await act('two_b.png', 'remove')
  await bar('clear')

  await tour.step('start at once', () => page.locator('[data-setting=startOnDrop]').check())
  await tour.step('without names', () => page.locator('[data-setting=nameAsTitle]').uncheck())
  await tour.step('into Wallpapers', () =>
    page.locator('form[data-upload] [name=categoryId]').selectOption('Wallpapers'),
  )
  await choose(small('again.png', 21))
  await bar('clear')

  const refusals: [string, GivenAnswer][] = [
    ['a.png', refusal(403, 'FORBIDDEN')],
    ['b.png', refusal(413, 'TOO_LARGE')],
    ['c.png', { status: 413, body: '<h1>413</h1>' }],
    ['d.png', refusal(422, 'INVALID_IMAGE')],
    ['e.png', refusal(415, 'TYPE_NOT_ALLOWED')],
    ['f.png', refusal(429, 'RATE_LIMITED')],
    ['g.png', refusal(500, 'INTERNAL')],
    ['h.png', { status: 502, body: '<h1>502</h1>' }],
    ['i.png', refusal(400, 'BAD_REQUEST')],
    ['j.png', refusal(409, 'CONFLICT')],
    ['k.png', refusal(499, 'LAST')],
    ['l.png', refusal(399, 'BEFORE')],
  ]
  for (const [name, answer] of refusals) answers.set(name, [answer])
  await choose(...refusals.map(([name], index) => small(name, 30 + index)))
  await act('a.png', 'retry')
  await act('j.png', 'edit')
  await write('Title', 'Another')
  await press('Save')
  await bar('retryMany')
  await bar('clear')
  await expectRecorded(record('uploads'), tour.notes)
})

browserTest('uploads wait, and go on by themselves, as recorded', async (browser) => {
  let site: ConsoleUnderTest | undefined
  await using opened = await openTour(browser, {
    path: '/upload',
    pictures: [['Sea', 400, 300]],
    async prepare(testConsole, visitor) {
      site = testConsole
      await addPlaces(testConsole, visitor)
    },
  })
  const { page, tour } = opened
  const answers = await answerUploads(page)
  const bar = (action: string) =>
    tour.step(`${action}`, () => page.locator(`.queue-bar [data-do=${action}]`).click())
  const choose = (...names: string[]) =>
    tour.step(`choose ${names.join(', ')}`, () =>
      page
        .locator('input[name=file]')
        .setInputFiles(names.map((name, index) => small(name, 50 + 10 * names.length + index))),
    )
  answers.set(
    'lost.png',
    Array.from({ length: 7 }, () => 'lost'),
  )
  await choose('lost.png')
  for (const ms of [1_959, 1, 3_999, 1, 7_999, 1, 15_999, 1, 29_999, 1]) await tour.wait(ms)
  await bar('retryMany')
  await bar('clear')
  await tour.step('the connection is lost', () => page.context().setOffline(true))
  await choose('one.png', 'two.png', 'three.png', 'four.png')
  await bar('pause')
  await bar('pause')
  await tour.step('it is back', () => page.context().setOffline(false))
  await bar('clear')
  answers.set('slow.png', [refusal(408, 'TIMEOUT')])
  await choose('slow.png', 'soon.png')
  await tour.wait(1_960)
  await bar('clear')
  answers.set('gone.png', [refusal(408, 'TIMEOUT')])
  await choose('gone.png', 'too.png')
  await bar('cancelAll')
  await bar('clear')
  await tour.wait(2_000)

  answers.set('out.png', [refusal(401, 'UNAUTHORIZED')])
  await choose('out.png', 'after.png')
  const focus = (gesture: string) =>
    tour.step(gesture, () => page.evaluate(() => dispatchEvent(new Event('focus'))))
  await focus('come back')
  await tour.step('cancel', () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click())
  const signInAgain = async () => {
    const admin = await site?.site.database.users.byName(site.admin.name)
    const value = await beginSession(site!.site, admin?.id ?? '')
    await page.context().addCookies([{ name: 'session', value, url: site!.url, httpOnly: true }])
  }
  await signInAgain()
  await focus('come back signed in')
  await bar('clear')
  await signInAgain()
  answers.set('stale.png', [refusal(400, 'BAD_REQUEST')])
  await choose('stale.png')
  await bar('clear')

  const hold = (gesture: string, type: string, kind: 'file' | 'text', isWithin = false) =>
    tour.step(gesture, () =>
      page.evaluate(
        ([type, kind, isWithin]) => {
          const dataTransfer = new DataTransfer()
          if (kind === 'file') dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
          else dataTransfer.setData('text/plain', 'x')
          const relatedTarget = isWithin ? document.body : null
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer, relatedTarget, bubbles: true, cancelable: true }),
          )
        },
        [type, kind, isWithin] as const,
      ),
    )
  await hold('drag a text', 'dragover', 'text')
  await hold('drag a file', 'dragover', 'file')
  await hold('to another part', 'dragleave', 'file', true)
  await hold('out of the window', 'dragleave', 'file')
  await hold('drag a file', 'dragover', 'file')
  await hold('drop a text', 'drop', 'text')
  const folder = await mkdtemp(join(tmpdir(), 'folder-'))
  await Bun.write(join(folder, 'inside.png'), picture({ width: 91 }))
  await Bun.write(join(folder, 'notes.txt'), 'x')
  await tour.step('choose a folder', () => page.locator('[data-folder]').setInputFiles(folder))
  await rm(folder, { recursive: true })

  const release = await tour.hold(
    (request) => request.method() === 'POST' && request.url().endsWith('/upload'),
  )
  await choose('held.png')
  const link = (name: string) =>
    tour.step(`to ${name}`, () => page.locator('body > header').getByRole('link', { name }).click())
  await link('Albums')
  await bar('fold')
  await bar('fold')
  await tour.step('an album', () =>
    page.locator('main').getByRole('link', { name: 'Travel' }).first().click(),
  )
  await tour.step('drop there', () =>
    giveFiles(page, 'drop', [{ name: 'there.png', bytes: picture({ width: 92 }) }]),
  )
  await link('API keys')
  await tour.step('Back', () => page.goBack())
  await tour.step('Back', () => page.goBack())
  await tour.step('Forward', () => page.goForward())
  await link('Users')
  await tour.step('a user in the drawer', () => page.locator('a[data-drawer]').first().click())
  await tour.step('closed', () => page.keyboard.press('Escape'))
  await tour.step('create a user', () => page.getByRole('button', { name: 'Create user' }).click())
  await tour.step('write', () => page.locator('form[action="/users"] [name=name]').fill('admin'))
  await tour.step('send', () => page.locator('form[action="/users"] button[type=submit]').click())
  await link('Audit log')
  await tour.step('export', () =>
    Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export JSON Lines' }).click(),
    ]),
  )
  await link('Gallery')
  await tour.step('a part of the page', () => page.evaluate(() => location.assign('#x')))
  await tour.step('open a picture', () => page.getByRole('link', { name: 'Sea' }).click())
  await tour.step('close it', () => page.keyboard.press('Escape'))
  await tour.step('they go on', release)
  await bar('clear')
  await expectRecorded(record('uploads-waiting'), tour.notes)
})
