import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, link, lstat, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { bashLine, pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

const text = '![a picture](a.png)\n'
const own = 'export PATH\n'

let site: SiteFixture
let variables: Record<string, string>

beforeAll(async () => {
  site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: key }
})
afterAll(() => site[Symbol.asyncDispose]())

/** A home with a file that is no one else's to write, and a repository that a stranger has made. */
async function openRepository() {
  const folder = await temporaryFolder()
  const home = join(await realpath(folder.path), 'home')
  const repository = join(await realpath(folder.path), 'repository')
  await Bun.write(join(home, '.bashrc'), own)
  await Bun.write(join(home, 'diary.md'), text)
  await Bun.write(join(home, 'a.png'), pngOf(1))
  await Bun.write(join(repository, 'a.png'), pngOf(2))
  await Bun.write(join(repository, 'post.md'), text)
  return {
    home,
    repository,
    rehost: (...words: string[]) =>
      bashLine(
        `cd ${repository} && timeout 20 "$0" rehost ${words.map((word) => Bun.$.escape(word)).join(' ')}`,
        variables,
      ),
    async expectHomeAsItWas() {
      expect((await readdir(home)).toSorted()).toEqual(['.bashrc', 'a.png', 'diary.md'])
      expect(await Bun.file(join(home, '.bashrc')).text()).toBe(own)
      expect(await Bun.file(join(home, 'diary.md')).text()).toBe(text)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('links where earlier versions had their temporary files lead nothing elsewhere', async () => {
  await using made = await openRepository()
  const { home, repository } = made
  for (const name of ['.post.md.rehost', '.post.md.partial', '.post.md.tmp', 'post.md.partial']) {
    await symlink(join(home, '.bashrc'), join(repository, name))
  }
  expect(await made.rehost('post.md')).toMatchObject({ code: 0 })
  expect(await Bun.file(join(repository, 'post.md')).text()).toContain(site.url)
  await made.expectHomeAsItWas()
})

test('a map that is a link, another name of a file, a pipe or a folder is refused, and nothing is sent', async () => {
  await using made = await openRepository()
  const { home, repository } = made
  const map = join(repository, 'rehosted.jsonl')
  const kept = await site.kept()
  for (const [make, reason] of [
    [() => symlink(join(home, '.bashrc'), map), 'is a symbolic link'],
    [() => symlink(join(home, '.profile'), map), 'is a symbolic link'],
    [() => Bun.$`mkfifo ${map}`.quiet(), 'is not a file'],
    [() => mkdir(map), 'is not a file'],
  ] as const) {
    await make()
    const { code, err } = await made.rehost('post.md')
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
    await Bun.$`rm -r ${map}`
  }
  expect(await site.kept()).toEqual(kept)
  await Bun.write(join(home, '.hushlogin'), '')
  await link(join(home, '.hushlogin'), map)
  expect((await made.rehost('post.md')).err).toContain('has another name elsewhere')
  expect(await Bun.file(join(home, '.hushlogin')).text()).toBe('')
  await Bun.$`rm ${join(home, '.hushlogin')}`
  expect(await Bun.file(join(repository, 'post.md')).text()).toBe(text)
  await made.expectHomeAsItWas()
})

test('a document that is a link, a pipe or reached by a link that leaves the folder is refused', async () => {
  await using made = await openRepository()
  const { home, repository } = made
  await symlink(join(home, 'diary.md'), join(repository, 'linked.md'))
  await symlink(home, join(repository, 'posts'))
  await symlink('..', join(repository, 'up'))
  await symlink('posts', join(repository, 'twice'))
  await Bun.$`mkfifo ${join(repository, 'pipe.md')}`
  const named = [
    ['linked.md', 'is a symbolic link'],
    ['./linked.md', 'is a symbolic link'],
    [join(repository, 'linked.md'), 'is a symbolic link'],
    ['posts/diary.md', 'leads to'],
    [join(repository, 'posts/diary.md'), 'leads to'],
    [`../repository/posts/diary.md`, 'leads to'],
    ['up/home/diary.md', 'leads to'],
    ['up/repository/../home/diary.md', 'leads to'],
    ['twice/diary.md', 'leads to'],
    ['pipe.md', 'not a file'],
  ] as const
  const { code, err } = await made.rehost(...named.map(([name]) => name))
  expect([code, err.match(/: There is no file/)]).toEqual([1, null])
  const lines = err.trimEnd().split('\n')
  for (const [at, [name, reason]] of named.entries()) {
    expect([name, lines[at]]).toEqual([name, expect.stringContaining(reason)])
  }
  for (const map of ['posts/map.jsonl', 'up/home/map.jsonl']) {
    expect((await made.rehost('post.md', '--map', map)).err).toContain('leads to')
  }
  await made.expectHomeAsItWas()
})

test('".." after a link is read as it is written, and leads to no other folder', async () => {
  await using made = await openRepository()
  const { home, repository } = made
  await mkdir(join(home, 'inner'))
  await symlink(join(home, 'inner'), join(repository, 'inner'))
  await Bun.write(join(repository, 'diary.md'), text)
  expect(await made.rehost('inner/../diary.md')).toMatchObject({ code: 0 })
  expect(await Bun.file(join(repository, 'diary.md')).text()).toContain(site.url)
  expect(await Bun.file(join(home, 'diary.md')).text()).toBe(text)
})

test('a link within the folder is followed, and a folder elsewhere may be named as it is', async () => {
  await using made = await openRepository()
  const { home, repository } = made
  await Bun.write(join(repository, 'archive/old.md'), text.replace('a.png', '../a.png'))
  await symlink('archive', join(repository, 'posts'))
  expect(await made.rehost('posts/old.md')).toMatchObject({ code: 0 })
  expect((await lstat(join(repository, 'posts'))).isSymbolicLink()).toBe(true)
  expect(await made.rehost('../home/diary.md')).toMatchObject({ code: 0 })
  expect(await Bun.file(join(home, 'diary.md')).text()).toContain(site.url)
})

test('a replaced document has the permissions that it had, and no temporary file stays', async () => {
  await using made = await openRepository()
  const { repository } = made
  for (const mode of [0o600, 0o644, 0o664, 0o755, 0o4755]) {
    await Bun.write(join(repository, 'post.md'), text)
    await chmod(join(repository, 'post.md'), mode)
    expect(await made.rehost('post.md')).toMatchObject({ code: 0 })
    expect((await stat(join(repository, 'post.md'))).mode & 0o7777).toBe(mode)
  }
  expect((await readdir(repository)).toSorted()).toEqual(['a.png', 'post.md', 'rehosted.jsonl'])
})

test('a backup is written through no link in its folder', async () => {
  await using made = await openRepository()
  const { home, repository } = made
  const folder = join(repository, 'backup')
  const backup = () => pictoglyph(placesOf(site), ['backup', folder])
  for (const name of ['manifest.json', 'manifest.json.partial', 'blobs', 'rows-1.db']) {
    await mkdir(folder)
    await symlink(name === 'blobs' ? home : join(home, '.bashrc'), join(folder, name))
    const { code, err } = await backup()
    expect([name, code, err]).toEqual([name, 1, expect.stringContaining('symbolic link')])
    await Bun.$`rm -r ${folder}`
  }
  expect(await backup()).toMatchObject({ code: 0 })
  await symlink(home, join(folder, 'blobs/zz'))
  expect(await backup()).toMatchObject({ code: 1, err: expect.stringContaining('symbolic link') })
  await made.expectHomeAsItWas()
})

test('a backup that was killed at its last step is completed by the next', async () => {
  await using made = await openRepository()
  const folder = join(made.repository, 'backup')
  for (const name of ['manifest.json.partial', '.manifest.json.0f-1.partial']) {
    await Bun.write(join(folder, name), '{')
  }
  expect(await pictoglyph(placesOf(site), ['backup', folder])).toMatchObject({ code: 0 })
  expect((await readdir(folder)).map((name) => name.replace(/^rows-.*/, 'rows')).toSorted()).toEqual([
    'blobs',
    'manifest.json',
    'rows',
  ])
})

test('no file but written-file.ts opens, makes or renames files to write them', async () => {
  const writing =
    /\b(?:writeFile|appendFile|copyFile|cp|rename|truncate)(?:Sync)?\(|[^.]\bcreateWriteStream\(|Bun\.write\(|\.writer\(/
  for (const folder of ['../src', '../../people/src']) {
    for (const name of await readdir(join(import.meta.dir, folder), { recursive: true })) {
      if (!name.endsWith('.ts') || name === 'written-file.ts') continue
      const source = await Bun.file(join(import.meta.dir, folder, name)).text()
      // A file that was made there may be written to.
      const found = writing.exec(source.replaceAll(/\bfile\.writeFile\(/g, ''))
      expect([name, found?.[0]]).toEqual([name, undefined])
    }
  }
})
