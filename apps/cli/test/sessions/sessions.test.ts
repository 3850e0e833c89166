import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { expectRecorded } from '@pictoglyph/recorded'
import type { Command } from 'commander'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { peopleExamples } from 'pictoglyph-client/help-examples'
import { serverExamples } from '../../src/help-examples.ts'
import { createProgram } from '../../src/program.ts'
import { leavesOf } from '../command-table.ts'
import { serveNewSite } from '../served-site.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { recordSessions, type SessionRecorder } from './recorder.ts'

const examples = join(import.meta.dir, '../../../../examples')
const program = await createProgram({})

/** Commands of this machine, without those that serve, or that only people's own machines need. */
const leaves = leavesOf(program).filter(
  ({ words: [name = ''] }) => name !== 'serve' && !Object.hasOwn(peopleExamples, name),
)

const commandOf = (words: readonly string[]): Command =>
  words.reduce((parent, word) => parent.commands.find((part) => part.name() === word) ?? parent, program)

test('the help of every command, and each refusal of its words, is as recorded', async () => {
  await using folder = await temporaryFolder()
  await using sessions = await recordSessions(folder.path, {})
  const groups = program.commands.filter(({ commands }) => commands.length > 0).map((group) => group.name())
  const noSite = `There is no site in {folder}/data: start it once with \\"pictoglyph serve\\", or set PICTOGLYPH_DATA_DIR.`
  sessions.name(noSite.replace('{folder}', folder.path), '{no site}')
  await sessions.run(['', '--help', 'helo', '--json', '--json helo'])
  for (const group of groups)
    await sessions.run([group, `${group} --help`, `${group} lits`, `${group} --json`])
  for (const { words } of leavesOf(program)) await sessions.run(`${words.join(' ')} --help`)
  for (const { words, args } of leaves) {
    const [line, given] = [words.join(' '), args.join(' ')]
    if (args.length > 0) await sessions.run([line, `${line} --json`])
    await sessions.run([`${line} ${given} --jsno`, `${line} ${given} one more two`])
  }
  // Those that make a new site's first rows come last.
  const makes = new Set(['ip block', 'ip allow', 'policy set'])
  const [last, first] = [true, false].map((isLast) =>
    leaves.filter(({ words }) => makes.has(words.join(' ')) === isLast),
  )
  for (const { words, args } of [...(first ?? []), ...(last ?? [])])
    await sessions.run(`${words.join(' ')} ${args.join(' ')} --json`)
  await expectRecorded(new URL('./help.txt', import.meta.url), sessions.take())
}, 60_000)

const sessionsOf = {
  users: `
    user list --json
    user list
    ann = user add ann --json
    user add ann
    user add zoe --password-stdin
    user add Bob --role admin
    user add '' --json
    user add ${'x'.repeat(65)}
    user add eve --role king
    user role ann admin
    user role ann member --json
    user role nobody admin
    user role ann king
    user disable Bob
    user disable admin
    user role admin member
    user enable Bob --json
    user enable Bob
    user disable Bob --hide-images --json
    user disable nobody
    user list
    user enable Bob
    user enable nobody --json
    user quota ann 500MB
    user quota ann none --json
    user quota ann none
    user quota ann 1.5GB --json
    user quota ann much
    user quota nobody 1MB
    user password ann
    user password nobody --json
    user password ann --password-stdin --json
    user factors ann
    user factors ann --json
    user factors ann --remove
    user factors ann --remove --json
    user factors nobody
    user import wrong.csv
    user import wrong.csv --json
    user import missing.csv
    user import members.csv --dry-run
    user import members.csv --dry-run --json --days 3
    user import members.csv --json --days 31
    user import members.csv --days 0
    user import members.csv --days 91
    user import members.csv --json --days 90
    user import members.csv
    user invite gina --json
    user invite --json --role admin --quota 1GB --days 1
    user invite
    user invite hugo --display-name 'Hugo H.' --quota none --days 2
    user invite ann --json
    user invite ivan --quota much
    user invite ivan --role king
    user invite ivan --days 1.5
    user rename hugo hugh
    user rename hugh hugo --json
    user rename hugo ann
    user rename nobody else
    user list --json
    user list
    user delete hugo
    user delete hugo --json
    user delete hugo --keep-images --json
    user delete hugo --yes
    user delete hugo --yes
    user delete dora --yes --keep-images --json
  `,
  keys: `
    key list --json
    annKey = key create --user ann --json
    key create --user ann --name 'blog editor' --expires 30d
    key create --user ann --expires never --permission images:upload --permission images:read --json
    key create --user ann --permission images:upload --permission images:upload --expires never --json
    key create --user ann --permission images:eat
    key create --user ann --client lsky --default-category general --json
    key create --user ann --client none
    key create --user ann --default-category none
    key create --user nobody
    key create --user ann --name ''
    key create --user ann --expires soon
    key create --user ann --expires 2099-01-31 --json
    key create --user ann --expires 2001-01-31
    key create --user ann --expires 2099-02-30
    guest = key create --user ann --quiet --show-name --name Party --json
    bound = key create --user ann --bind-category general --bind-type png jpeg --bind-max-bytes 1000 --bind-network 10.0.0.0/8 --bind-link logo --uploads-per-minute 5 --max-uploads 7 --image-lifetime 30d --json
    key create --user ann --bind-category nowhere
    key create --user ann --bind-album nowhere
    key create --user ann --bind-type bmp
    key create --user ann --bind-max-bytes 0
    key create --user ann --bind-network x
    key create --user ann --bind-link '!'
    key create --user ann --uploads-per-minute 0
    key create --user ann --max-uploads 0
    key create --user ann --image-lifetime 1
    key list --json
    key list
    key list --user ann
    key list --user ann --json
    key list --user nobody
    key list {bound}
    key list {bound.key} --json
    key list nothing
    key change {bound} --name changed --expires 2d --bind-category none --bind-type none --bind-max-bytes none --bind-network none --bind-link none --uploads-per-minute none --max-uploads none --image-lifetime none
    key list {bound} --json
    key change {bound.key} --bind-type gif --expires never --bind-album none --json
    key change {bound} --bind-album nowhere
    key change {bound} --bind-max-bytes 1 --uploads-per-minute 1 --max-uploads 1 --image-lifetime 1h
    key change nothing --name other
    key change {bound} --name ''
    key list {bound} --json
    key revoke {bound}
    key revoke {bound} --json
    key revoke {annKey.key} --json
    key revoke nothing
    key change {bound} --name late
    key list {bound} --json
    user delete ann --json
    user password ann --revoke-keys --json
    key list --user ann
  `,
  things: `
    category list --json
    category add Screens --json
    category add 夏天
    category add screens
    category add ''
    category rename screens Shots
    category rename screens Shots --json
    category rename nowhere Shots
    category arrange screens general
    category arrange screens general --json
    category arrange screens nowhere
    category arrange screens screens
    category disable general
    category disable general --json
    category disable nowhere
    category list
    category enable general --json
    category enable general
    category enable nowhere --json
    category list --json
    charset add dog Dog ☀☁☂☃ --json
    charset add dog Dog 日月星辰 --json
    charset add two Two 喵呜嗷~
    charset add two Two aabc
    charset add 'no id' Two ♠♣♥♦
    charset rename nothing Kitty --json
    charset arrange dog nothing
    charset arrange dog kitten --json
    charset disable dog
    charset disable dog --json
    charset list
    charset default dog
    charset default roar --json
    charset disable roar
    charset enable dog --json
    charset default nothing
    charset list --json
    preset add strong Strong AESGCM --variant strong --json
    preset add strong Strong AESGCM --json
    preset add odd Odd AESGCM --variant weak
    preset add odd Odd RC4 --variant normal
    preset add odd Odd ROT13
    preset arrange strong rc4 --json
    preset enable nothing
    preset rename rc4 Fast --json
    preset disable rc4 --json
    preset enable rc4 --json
    preset default rc4 --json
    preset default strong
    preset disable strong
    preset list
    preset list --json
    summer = album add Summer --user ann --json
    album add Summer --user ann
    album add Winter --owner ann
    album add '' --user ann
    album add Other --user nobody
    album list --json
    album list
    album list --user ann
    album list --owner Bob --json
    album list --user nobody
    key create --user ann --bind-album {summer} --json
    key list --user ann --json
  `,
  rules: `
    ip list
    ip block 10.1.2.3
    ip block 10.0.0.0/8 --note 'a bad one' --expires 30d --json
    ip block 10.1.2.3 --note again --json
    ip block 10.0.0.0/8 --expires soon
    ip block 10.0.0.1/33
    ip block 10.0.0.1/8
    ip allow 192.0.2.7/32 --expires 2099-12-31 --json
    ip allow 2001:DB8::/32 --note ours
    ip allow 10.1.2.3
    ip list
    ip list --json
    ip list --holding 10.1.2.3
    ip list --holding 192.0.2.8 --json
    ip list --holding nothing
    ip remove 10.1.2.3
    ip remove 10.1.2.3 --json
    ip remove 10.0.0.0/8 --json
    ip remove nothing
    ip list --json
    policy show
    policy show --json
    policy set text.requestsPerMinute 5
    policy set text.requestsPerMinute 0
    policy set text.requestsPerMinute many --json
    policy set text.whitelistMode on
    policy set text.whitelistMode off --json
    policy set upload.maxBytes 1MB --json
    policy set nothing 1
    policy set site.name 'The <i> & pictures'
    hash list
    hash block ${'ab'.repeat(32)} --reason Spam
    hash block ${'AB'.repeat(32)} --reason Again --note 'see mail' --json
    hash block abc --reason short
    hash block ${'cd'.repeat(32)} --reason '' --json
    hash list
    hash list --json
    hash unblock ${'ab'.repeat(32)}
    hash unblock ${'ab'.repeat(32)} --json
    hash unblock abc
    hash list --json
  `,
  imports: `
    import pictures --user nobody
    import nowhere --user ann
    import notes --user ann --json
    import pictures/notes.txt --user ann
    import pictures --user ann --old-base ftp://old.example
    import pictures --user ann --old-base https://old.example/?x
    import pictures --user ann --category nowhere --json
    import pictures --user ann --manifest missing.jsonl
    import pictures --user ann --manifest members.csv
    user disable ann
    import pictures --user ann
    user enable ann
    PICTOGLYPH_IMAGES_URL=http://localhost:8080 import pictures --user ann --old-base https://old.example/up/
    import pictures --user ann --old-base https://old.example/up/
    image list --json --user ann
    import pictures --user ann --json --old-base https://old.example/up --redirects moved
    album list --json
  `,
  images: `
    import flat --user Bob --category screens --json
    image list --json
    image list
    image list --user ann --limit 1
    image list --owner Bob --limit 3
    image list --limit 0
    image list --limit x
    image list --user nobody
    image list --key nothing
    image list --key {first.key} --json
    image list --key {guest}
    image list --deleted
    image list --taken-down --json
    image show {sent}
    image show {sent} --json
    image show https://img.example.org/i/{sent}.png --json
    image show nothing
    image take-down
    image take-down --reason none
    image take-down {sent}
    image take-down {sent} --reason ''
    image take-down nothing {sent} --reason none
    image take-down {ann hills 1} --reason 'shows a neighbour'
    image take-down {ann hills 1} --reason again --json
    image show {ann hills 1}
    image take-down https://img.example.org/p/{ann 海} {sent} --reason both --json
    image list --taken-down --json
    image list --deleted --json
    image put-back {ann 海}
    image put-back {ann 海} --json
    image take-down {ann 海} --all-copies --reason copies
    image restore {ann 海} {Bob 海} {Bob 海} --json
    image delete {ann 海}
    image delete {Bob 海} --reason mine --all-copies --json
    image delete nothing --for-good
    image delete
    image put-back nothing
    import pictures --user ann --json
    image take-down --user Bob --reason 'all of Bob' --for-good --json
    image take-down --owner nobody --reason none
    image take-down --owner Bob --reason again
    image list --user Bob --taken-down
    image put-back {Bob photograph} --json
    image put-back {ann hills 1} {sent} --json
    image list --sha256 {sent.sha}
    image list --sha256 {sent.sha} --user ann --json
    image list --sha256 {sent.sha} --key {first.key} --limit 1
    hash list
    user delete Bob
  `,
  links: `
    link list
    link set logo {ann hills 1}
    link set logo {ann photograph} --json
    link set lo {ann hills 1}
    link set logo nothing
    link set logo {sent}
    link set cover {sent} --json
    link list
    link list --json
    link list --user ann
    link list --owner admin --json
    link list --user nobody
    link history logo
    link history logo --json
    link history nothing
    link restore logo 1
    link restore logo 1 --json
    link restore logo 9
    link restore logo 0
    link restore logo 1.5
    link restore nothing 1
    link remove logo
    link remove logo --json
    link remove nothing
    link list
    link history logo --json
    link set logo {ann hills 1} --json
  `,
  arriving: `
    import listed --user carl --json
    import listed --user carl
    import flat --user carl --manifest listed.jsonl
    import pack.zip --user gina --json
    import pack.zip --user gina
    import plain.zip --user gina --old-base http://old.example/up
    PICTOGLYPH_IMAGES_URL=https://new.example import out --user carl
    category list --json
    album list --user carl --json
    album list --user gina --json
    image list --user carl --json
    image list --user gina --json
  `,
  care: `
    fsck
    fsck --json
    fsck --quick
    gc
    gc --json
    gc --delay soon
    gc --deleted-for x
    gc --orphans-after x
    gc --deleted-for 0s --delay 0s --orphans-after 0s
    gc --deleted-for 0s --delay 0s --orphans-after 0s --json
    fsck --quick --json
  `,
  leaving: `
    export out
    export out --json
    export anns --user ann --json
    export other --user nobody
    export pictures
    export pictures/notes.txt
    backup saved
    backup saved --json
    backup saved --verify
    backup saved/inner
    backup pictures --json
    backup data/kept
  `,
  damaged: `
    fsck --quick
    fsck
    fsck --json
    fsck --repair
    fsck --repair --json
    export out --json
    export new-out
    backup later
    backup saved --verify --json
  `,
  restored: `
    restore saved
    restore saved --json
    PICTOGLYPH_DATA_DIR=new restore pictures
    PICTOGLYPH_DATA_DIR=new restore nowhere --json
    PICTOGLYPH_DATA_DIR=new restore saved
    PICTOGLYPH_DATA_DIR=new restore saved
    PICTOGLYPH_DATA_DIR=new user list
    PICTOGLYPH_DATA_DIR=new fsck --json
    PICTOGLYPH_DATA_DIR=newer restore later --json
    PICTOGLYPH_DATA_DIR=newer fsck
    PICTOGLYPH_DATA_DIR=newest PICTOGLYPH_BLOBS_URL=file:new/blobs restore later
    PICTOGLYPH_DATA_DIR=newest PICTOGLYPH_DATABASE_URL=sqlite:pictures restore saved
    PICTOGLYPH_DATA_DIR=half user list
    PICTOGLYPH_DATA_DIR=half restore saved
    PICTOGLYPH_DATA_DIR=half user list
    PICTOGLYPH_DATA_DIR=left restore saved
    PICTOGLYPH_DATA_DIR=left user list
    PICTOGLYPH_DATA_DIR=lost restore no-rows
    PICTOGLYPH_DATA_DIR=lost restore damaged-rows --json
    PICTOGLYPH_DATA_DIR=lost restore odd-manifest
    PICTOGLYPH_DATA_DIR=lost user list
  `,
  migrated: `
    migrate --from sqlite:data/pictoglyph.db --to sqlite:far/site.db
    migrate --from sqlite:data/pictoglyph.db --from sqlite:data/blobs --to sqlite:far/site.db --to file:far/blobs
    migrate --from file:data/blobs --from file:data/blobs --to sqlite:far/site.db --to file:far/blobs --json
    migrate --from postgres:// --from file:data/blobs --to sqlite:far/site.db --to file:far/blobs
    migrate --from sqlite:none.db --from file:data/blobs --to sqlite:far/site.db --to file:far/blobs
    migrate --from sqlite:data/pictoglyph.db --from file:none --to sqlite:far/site.db --to file:far/blobs
    migrate --from sqlite:data/pictoglyph.db --from file:data/blobs --to sqlite:left/pictoglyph.db --to file:far/blobs
    migrate --from sqlite:data/pictoglyph.db --from file:data/blobs --to sqlite:far/site.db --to file:pictures/notes.txt
    migrate --from sqlite:data/pictoglyph.db --from file:data/blobs --to file:far/blobs --to sqlite:far/site.db
    migrate --from sqlite:new/pictoglyph.db --from file:new/blobs --to sqlite:far2/site.db --to file:far2/blobs
    migrate --from sqlite:new/pictoglyph.db --from file:new/blobs --to sqlite:far2/site.db --to file:far2/blobs --quick --json
    migrate --from sqlite:other/pictoglyph.db --from file:other/blobs --to sqlite:far2/site.db --to file:far2/blobs
    PICTOGLYPH_DATABASE_URL=sqlite:far2/site.db PICTOGLYPH_BLOBS_URL=file:far2/blobs user list
    PICTOGLYPH_DATABASE_URL=sqlite:far2/site.db PICTOGLYPH_BLOBS_URL=file:new/blobs fsck
  `,
}

/** Where a store keeps the picture of this number. */
function blobOf(number: number): string {
  const hash = hashOf(number)
  return join(hash.slice(0, 2), hash.slice(2))
}

const hashOf = (number: number): string => new Bun.CryptoHasher('sha256').update(pngOf(number)).digest('hex')

const jsonLines = (...entries: object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

/** An archive of these files, each two seconds newer than the one before: it counts in two seconds. */
const zipOf = (files: Record<string, Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, bytes], at) => [
        name,
        [bytes, { mtime: new Date(2021, 2, 4, 5, 6, 2 * at) }] satisfies Zippable[string],
      ]),
    ),
  )

/** Writes files of these names in this order, so that each is a second newer than the one before. */
async function writeAll(folder: string, files: Record<string, Uint8Array | string>): Promise<void> {
  for (const [at, [name, bytes]] of Object.entries(files).entries()) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
    const changed = new Date(Date.UTC(2021, 2, 4, 5, 6, at))
    await utimes(join(folder, name), changed, changed)
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let sessions: SessionRecorder
const at = (...parts: string[]) => join(folder.path, ...parts)

beforeAll(async () => {
  folder = await temporaryFolder()
  const photograph = await Bun.file(join(examples, 'photograph.jpg')).bytes()
  await writeAll(folder.path, {
    'pictures/photograph.jpg': photograph,
    'pictures/Summer/hills 1.png': pngOf(1),
    'pictures/Summer/海.png': pngOf(2),
    'pictures/Summer/broken.png': pngOf(3).subarray(0, -20),
    'pictures/notes.txt': 'no picture',
    'pictures/film.mp4': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isomiso2')]),
    'flat/photograph.jpg': photograph,
    'flat/hills 1.png': pngOf(1),
    'flat/海.png': pngOf(2),
    'listed/1.png': pngOf(11),
    'listed/2.png': pngOf(12),
    'listed/sub/3.png': pngOf(13),
    'listed/manifest.jsonl': jsonLines(
      {
        file: '1.png',
        hash: hashOf(11),
        title: 'One',
        description: 'first',
        album: 'Walks',
        category: 'Trips',
      },
      { file: '2.png', name: 'two.png', albums: ['Walks', 'Best'], createdAt: '2020-02-03T04:05:06Z' },
      { file: 'sub/3.png', hash: hashOf(11) },
      { file: '4.png', title: 'Missing' },
    ),
    'listed.jsonl': jsonLines(
      { file: 'hills 1.png', expiresAt: '2021-01-01T00:00:00Z' },
      { file: 'photograph.jpg', expiresAt: '2099-01-01T00:00:00Z', title: 'Not for ever' },
    ),
    'pack.zip': zipOf({
      'all/manifest.jsonl': strToU8(jsonLines({ file: '21.png', title: 'Packed', album: 'Boxes' })),
      'all/albums.jsonl': strToU8(
        jsonLines({
          name: 'Boxes',
          description: 'of all sizes',
          cover: '21.png',
          order: ['22.png', '21.png'],
        }),
      ),
      'all/21.png': pngOf(21),
      'all/22.png': pngOf(22),
      '__MACOSX/all/21.png': pngOf(23),
      'all/.hidden.png': pngOf(24),
      'all/node_modules/x.png': pngOf(25),
    }),
    'plain.zip': zipOf({ 'b 1/31.png': pngOf(31), 'a.png': pngOf(32), 'index.html': strToU8('<p>') }),
    'members.csv': 'name,displayName,role,quota\ncarl,Carl 卡尔,member,2GB\nadmin,,,\ndora,,admin,none\n',
    'wrong.csv': 'name,role\n,member\neve,king\neve,member\n',
  })
  await using served = await serveNewSite({ PICTOGLYPH_DATA_DIR: at('data') })
  sessions = await recordSessions(folder.path, {
    PICTOGLYPH_DATA_DIR: at('data'),
    PICTOGLYPH_IMAGES_URL: 'https://img.example.org',
    PICTOGLYPH_CONSOLE_URL: 'https://console.example.org',
  })
  const { credentials, serving } = served
  sessions.name(credentials.apiKey, '{first.key}')
  const form = new FormData()
  form.set('file', new File([pngOf(9)], 'sent by key.png'))
  form.set('categoryId', credentials.categoryId)
  form.set('description', 'from a program')
  const headers = { Authorization: `Bearer ${credentials.apiKey}` }
  const answer = await fetch(`${serving.images}api/v1/upload`, { method: 'POST', headers, body: form })
  const { data } = (await answer.json()) as { data: { id: string } }
  sessions.name(data.id, '{sent}')
  sessions.name(hashOf(9), '{sent.sha}')
  await served.server.stop()
}, 60_000)

afterAll(async () => {
  await sessions[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const examplesOf = /^(category|charset|preset|policy|ip) /

/** Their examples work as they are, on a site of the first day. */
const firstExamples = Object.values(serverExamples)
  .map(([example]) => example)
  .filter((example) => examplesOf.test(example))

test('the recorded sessions have every command with every option', () => {
  const lines = [...firstExamples, ...Object.values(sessionsOf).join('\n').split('\n')].map(
    (line) => `${line} `,
  )
  const missing = leaves.flatMap(({ words }) => {
    const own = lines.filter((line) => line.includes(`${words.join(' ')} `))
    const options = commandOf(words).options.map(({ long }) => long ?? '')
    const unused = options.filter((option) => !own.some((line) => line.includes(` ${option} `)))
    return own.length === 0 ? [words.join(' ')] : unused.map((option) => `${words.join(' ')} ${option}`)
  })
  expect(missing).toEqual([])
})

test('users, keys, categories and rules are changed and listed as recorded', async () => {
  await sessions.run(sessionsOf.users)
  await sessions.run(sessionsOf.keys)
  await sessions.run(firstExamples)
  await sessions.run(sessionsOf.things)
  await sessions.run(sessionsOf.rules)
  sessions.audit('data/pictoglyph.db')
  await expectRecorded(new URL('./people.txt', import.meta.url), sessions.take())
}, 90_000)

test('pictures come, are found, taken down and linked as recorded', async () => {
  await sessions.run(sessionsOf.imports)
  for (const below of ['pictures-redirects', 'moved']) await sessions.files(below)
  await sessions.run(sessionsOf.images)
  await sessions.run(sessionsOf.links)
  sessions.audit('data/pictoglyph.db')
  await expectRecorded(new URL('./pictures.txt', import.meta.url), sessions.take())
}, 90_000)

test('a site is checked, exported and backed up as recorded, also with damaged files', async () => {
  await sessions.run(sessionsOf.care)
  await sessions.run(sessionsOf.leaving)
  for (const below of ['out', 'anns', 'saved', 'data/blobs']) await sessions.files(below)
  for (const copy of ['no-rows', 'damaged-rows', 'odd-manifest'])
    await cp(at('saved'), at(copy), { recursive: true })
  const [rows = ''] = (await readdir(at('saved'))).filter((name) => name.startsWith('rows-'))
  await rm(at('no-rows', rows))
  await writeFile(at('damaged-rows', rows), 'damaged')
  await writeFile(at('odd-manifest/manifest.json'), '{}')
  await writeFile(at('data/blobs', blobOf(1)), pngOf(4))
  await rm(at('data/blobs', blobOf(9)))
  const orphan = at('data/blobs/41', 'f'.repeat(62))
  await writeFile(orphan, 'left by a crash')
  // A check watches a young one for a while.
  await utimes(orphan, 0, 0)
  await writeFile(at('saved/blobs', blobOf(9)), pngOf(4))
  await sessions.run(sessionsOf.damaged)
  for (const below of ['out', 'new-out', 'later', 'saved', 'data/blobs']) await sessions.files(below)
  await sessions.run(sessionsOf.arriving)
  for (const below of ['listed-redirects', 'plain.zip-redirects', 'out-redirects'])
    await sessions.files(below)
  await expectRecorded(new URL('./care.txt', import.meta.url), sessions.take())
}, 90_000)

test('a site is restored and moved as recorded, to places that may hold one', async () => {
  await mkdir(at('half'))
  await writeFile(at('half/pictoglyph.db.restoring'), '')
  await mkdir(at('left'))
  await writeFile(at('left/pictoglyph.db-wal'), '')
  await sessions.run(sessionsOf.restored)
  for (const below of ['new', 'newer', 'newest', 'half', 'left', 'lost']) await sessions.files(below)
  await sessions.run(sessionsOf.migrated)
  for (const below of ['far', 'far2']) await sessions.files(below)
  await expectRecorded(new URL('./moves.txt', import.meta.url), sessions.take())
}, 90_000)
