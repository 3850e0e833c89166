/**
 * How long others wait while one member does the worst that the console lets a member do: `bun bench/load/stillness.ts`.
 * For each it prints the slowest of 1,000 `/livez` of each service and of 1,000 RAW `encrypt`, in milliseconds. A pattern after the command chooses the cases.
 * On a machine with other work, BENCH_BEFORE='nice -n -15' runs the server and the questions before it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteDatabase } from '@pictoglyph/site/database'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { newId } from '@pictoglyph/site/language/ids'
import { beginSession, recordImages } from '../console/filled-site.ts'
import { upload } from '../images/images-server.ts'
import { photograph } from '../images/photographs.ts'
import { type UploadForm, uploadForm } from '../images/upload-form.ts'

const command = join(import.meta.dir, '../../apps/cli/src/main.ts')
const probe = join(import.meta.dir, 'stillness-probe.ts')
const deletedAtOnce = 60
const deletions = 10
const importedAtOnce = 150
/** Vocabulary enough that a search by fifty words has to compare, and one that no text holds. */
const vocabulary = Array.from({ length: 2_000 }, (_, index) => `word${(index * 7_919) % 100_003}`)
const fiftyWords = vocabulary.slice(0, 50).join('+')
const before = process.env.BENCH_BEFORE?.split(' ') ?? []
const albumOfAll = 'album1'
const longWord = Array.from({ length: 400 }, (_, index) => String.fromCharCode(97 + (index % 3))).join('')

await using cleanup = new AsyncDisposableStack()
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-stillness-'))
cleanup.defer(() => rm(directory, { recursive: true }))
const databasePath = join(directory, 'pictoglyph.sqlite')
const environment = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  PICTOGLYPH_DATA_DIR: directory,
  PICTOGLYPH_DATABASE_URL: `sqlite:${databasePath}`,
  PICTOGLYPH_IMAGES_PORT: '0',
  PICTOGLYPH_TEXT_PORT: '0',
  PICTOGLYPH_CONSOLE_PORT: '0',
}

const first = await startServer()
const { apiKey } = first
await first.stop()
const tokens: Record<string, string> = {}
/** How many answers of each status there were, and whether what a member may do in a minute is spent. */
let answers: Record<string, number> = {}
let isSpent = false
let forms = 0
let photographs: UploadForm | undefined
const members = await fill()
let server = await startServer()
cleanup.defer(() => server.stop())
await untilIndexed()

console.log(
  'slowest of 1,000, in ms     livez images    livez text livez console       encrypt   answers by status',
)
await measure('nothing', async () => undefined)
for (const [name, search] of [
  ['a word that is there', 'word7919'],
  ['a word that is not', 'nowhere'],
  ['two letters', 'q5'],
  ['fifty words', fiftyWords],
  ['a word of 400 letters', longWord],
] as const) {
  await measure(`8 in 300: ${name}`, () =>
    Promise.all(Array.from({ length: 8 }, () => visit(members.few, `/images?q=${search}`))),
  )
  await measure(`1 in 4,000: ${name}`, () => visit(members.many, `/images?q=${search}`))
}
await measure('5,000 albums: list', () => visit(members.many, '/albums'))
await measure('5,000 albums: gallery', () => visit(members.many, '/images'))
await measure('exporting the history', () => visit(members.operator, '/audit/export'))
const actions = ['links', 'end', 'title', 'order', 'to-album', 'zip']
for (const action of [...actions, 'purge']) {
  await measure(`2 MiB of one id: ${action}`, () => sendIds(members.many, action, () => 'aaaaaaaaaaaaaa'))
  await measure(`2 MiB of ids: ${action}`, () => sendIds(members.many, action, newId))
}
for (const action of actions) await measure(`4,000 images: ${action}`, () => actOnAll(members.many, action))
await measure(`deleting ${deletedAtOnce} at a time`, () => deleteSome(members.many))
await measure('an import', importSome)
await measure(
  'its thumbnails',
  () => untilThumbnails(importedAtOnce),
  async () => {
    await importSome()
    await untilThumbnails(1)
  },
)

interface Member {
  token: string
  id: string
}

async function fill(): Promise<{ few: Member; many: Member; operator: Member }> {
  const database = await createSqliteDatabase({ path: databasePath })
  const few = await addMember(database, 'few', 300)
  const many = await addMember(database, 'many', 4_000)
  const [admin] = (await database.users.list()).filter(({ role }) => role === 'admin')
  const operator = { id: admin?.id ?? '', token: await beginSession(database, admin?.id ?? '') }
  await database.settings.setAll([
    { key: 'text.requestsPerMinute', value: '0', audit: auditOf('policy.set', 'text.requestsPerMinute') },
  ])
  await database.close()
  const engine = await openSqlEngine(`sqlite:${databasePath}`)
  await engine.write((sql) =>
    sql.run(
      `INSERT INTO albums (id, owner_id, name, name_key, position, created_at_ms)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
       SELECT 'album' || n, ?, 'Album ' || n, 'album ' || n, n, 1 FROM numbers`,
      many.id,
    ),
  )
  await engine.write((sql) =>
    sql.run(
      `INSERT INTO album_images (album_id, image_id, created_at_ms, added_at_ms)
       SELECT ?, id, created_at_ms, 1 FROM images WHERE owner_id = ?`,
      albumOfAll,
      many.id,
    ),
  )
  await engine.close()
  return { few, many, operator }
}

async function addMember(database: SiteDatabase, name: string, images: number): Promise<Member> {
  const id = `member${name}`
  await database.users.add(
    {
      id,
      name,
      role: 'member',
      passwordHash: '',
      hasGeneratedPassword: false,
      hasCommandPassword: false,
      createdAtMs: 1,
      disabledAtMs: null,
      quotaBytes: null,
      displayName: '',
    },
    auditOf('user.add', id),
  )
  await recordImages(database, { images, ownerId: id, albumId: null, describe: longDescription })
  return { id, token: await beginSession(database, id) }
}

function longDescription(index: number): string {
  let text = ''
  for (let at = index; text.length < 10_000; at += 1) text += `${vocabulary[(at * 31) % vocabulary.length]} `
  return text.slice(0, 9_990)
}

function auditOf(action: string, subject: string) {
  const nobody = { actor: 'bench', actorUserId: null, address: 'local', before: null, after: null }
  return { ...nobody, atMs: Date.now(), action, subject }
}

async function untilIndexed(): Promise<void> {
  const engine = await openSqlEngine(`sqlite:${databasePath}`)
  while ((await engine.read.get('SELECT 1 FROM images WHERE search_number IS NULL LIMIT 1')) !== undefined) {
    await Bun.sleep(200)
  }
  await engine.close()
}

async function visit(member: Member, path: string): Promise<string> {
  const answer = await fetch(server.urls.console + path, { headers: { Cookie: `session=${member.token}` } })
  const text = await answer.text()
  count(answer)
  if (!answer.ok && answer.status !== 503 && answer.status !== 400)
    throw new Error(`${path}: ${answer.status}`)
  return text
}

function count({ status }: Response): void {
  answers[status] = 1 + (answers[status] ?? 0)
  isSpent ||= status === 429
}

/** A form as large as the console takes, in which every field is an id. */
async function sendIds(member: Member, action: string, nextId: () => string): Promise<void> {
  const ids: string[] = []
  for (let bytes = 0; bytes < 2 * 1024 * 1024 - 1_000; bytes += 18) ids.push(`id=${nextId()}`)
  await sendForm(member, action, ids.join('&'))
}

function actOnAll(member: Member, action: string): Promise<void> {
  return sendForm(member, action, 'all=on')
}

async function sendForm(member: Member, action: string, fields: string): Promise<void> {
  tokens[member.id] ??= /name="csrf" value="([^"]+)"/.exec(await visit(member, '/account'))?.[1] ?? ''
  forms += 1
  const answer = await fetch(`${server.urls.console}/images/${action}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: `session=${member.token}`,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: `csrf=${tokens[member.id]}&to=last&outOf=${albumOfAll}&into=${albumOfAll}&expiresIn=${forms}h&title=x${forms}&${fields}`,
  }).catch((error: unknown) => {
    if (action !== 'zip') throw error
  })
  // The bytes of the images are none of this: an archive breaks off at the first.
  if (answer === undefined) return
  count(answer)
  await answer.arrayBuffer().catch(() => undefined)
}

async function deleteSome(member: Member): Promise<void> {
  const engine = await openSqlEngine(`sqlite:${databasePath}`)
  for (let count = 0; count < deletions; count += 1) {
    const page = await visit(member, '/images')
    const rows = await engine.read.all(
      'SELECT id FROM images WHERE owner_id = ? AND deleted_at_ms IS NULL LIMIT ?',
      member.id,
      deletedAtOnce,
    )
    const form = new URLSearchParams([['csrf', /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '']])
    for (const row of rows) form.append('id', String(row.id))
    const answer = await fetch(`${server.urls.console}/images/delete`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: `session=${member.token}`, 'Sec-Fetch-Site': 'same-origin' },
      body: form,
    })
    if (answer.status !== 303) throw new Error(`deleting: ${answer.status} ${await answer.text()}`)
  }
  await engine.close()
}

/** Uploads photographs of 12 megapixels, one after the other. */
async function importSome(): Promise<void> {
  photographs ??= await uploadForm(await photograph({ pixelBytes: 4_000_000, withMetadata: true }))
  for (let count = 0; count < importedAtOnce; count += 1) {
    forms += 1
    await upload({ url: server.urls.images, apiKey }, photographs.stamped(forms))
  }
}

/** Waits until so many photographs of the last import have their thumbnails. */
async function untilThumbnails(wanted: number): Promise<void> {
  const engine = await openSqlEngine(`sqlite:${databasePath}`)
  const missing = async () =>
    Number(
      (
        await engine.read.get(
          `SELECT COUNT(*) AS count FROM (SELECT address FROM images ORDER BY created_at_ms DESC LIMIT ?) AS new
           WHERE NOT EXISTS (SELECT 1 FROM renditions WHERE source = new.address)`,
          importedAtOnce,
        )
      )?.count,
    )
  while ((await missing()) > importedAtOnce - wanted) await Bun.sleep(20)
  await engine.close()
}

/** Repeats the work until the probe in a process of its own has asked often enough. */
async function measure(
  name: string,
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  if (!new RegExp(process.argv[2] ?? '').test(name)) return
  // With the server, what a member may do in a minute begins again.
  await server.stop()
  server = await startServer()
  answers = {}
  isSpent = false
  await prepare()
  const probing = Bun.spawn([...before, process.execPath, probe, JSON.stringify(server.urls)], {
    stdout: 'pipe',
  })
  let isDone = false
  void probing.exited.then(() => {
    isDone = true
  })
  do {
    await work()
    if (name === 'nothing' || name.startsWith('deleting') || isSpent) await probing.exited
  } while (!isDone)
  const slowest = JSON.parse(await new Response(probing.stdout).text()) as number[]
  console.log(
    `${name.padEnd(34)}${slowest.map((ms) => ms.toFixed(1).padStart(14)).join('')}   ${JSON.stringify(answers)}`,
  )
}

async function startServer() {
  const child = Bun.spawn([...before, process.execPath, command, 'serve', '--json'], {
    env: environment,
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let printed = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const found = /"images":"(http:[^"]+)","text":"(http:[^"]+)","console":"(http:[^"]+)"/.exec(printed)
    if (found === null) continue
    const [images = '', text = '', testConsole = ''] = found.slice(1).map((url) => url.replace(/\/$/, ''))
    return {
      apiKey: /"apiKey":"(\w+)"/.exec(printed)?.[1] ?? '',
      urls: { images, text, console: testConsole },
      async stop() {
        child.kill()
        await child.exited
      },
    }
  }
  throw new Error(`the server ended: ${printed}`)
}
