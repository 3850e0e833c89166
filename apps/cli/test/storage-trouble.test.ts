import { expect, test } from 'bun:test'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanEnvironment, pictoglyph, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const binary = join(import.meta.dir, '../bin/pictoglyph')

test('a database that does not answer is told with its address and its variable, without what is secret', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_DATABASE_URL: 'postgres://joe:secret@127.0.0.1:1/x',
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  for (const words of [['user', 'list'], ['serve']]) {
    const { code, err } = await pictoglyph(variables, [...words, '--json'])
    const { error } = JSON.parse(err)
    expect([words, code, error.code]).toEqual([words, 1, 'STORAGE_FAILED'])
    for (const part of ['127.0.0.1:1', 'PICTOGLYPH_DATABASE_URL', 'connect']) {
      expect(error.message).toContain(part)
    }
    expect(error.message).not.toMatch(/\bjoe\b|secret/)
  }
})

test('a file that is no database is told with its path', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'pictoglyph.db')
  await Bun.write(path, 'x'.repeat(5_000))
  const { code, err } = await pictoglyph({ PICTOGLYPH_DATA_DIR: folder.path }, ['user', 'list'])
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(
      `${path} can't be used; the file is damaged: keep it, and restore the last backup: file is not a database`,
    ),
  ])
})

test('files that their own user may not write are told as that, with what to do, and not as damage', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'pictoglyph.db')
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  {
    await using server = startPictoglyph(variables, ['serve'])
    await server.printed(/text +(http)/)
  }
  await chmod(path, 0o400)
  // Root may write any file: there the trouble is met by a process that has given that right up.
  const isRoot = process.getuid?.() === 0
  const unprivileged = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all']
  const child = Bun.spawn([...(isRoot ? unprivileged : []), binary, 'user', 'list'], {
    env: cleanEnvironment(variables),
    stdin: 'ignore',
    stderr: 'pipe',
  })
  const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect([code, err]).toEqual([
    1,
    `pictoglyph: ${path} is closed to its own user, uid ${process.getuid?.()}, by its mode: chmod -R u+rwX ${folder.path}\n`,
  ])
})

test('a full disk is told as what it is', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  {
    await using server = startPictoglyph(variables, ['serve'])
    await server.printed(/text +(http)/)
  }
  // No process may write a file beyond this size: what the disk says then is much the same.
  const limited = Bun.spawn(
    ['sh', '-c', `trap '' XFSZ; ulimit -f 1; exec "$0" user add bob --json`, binary],
    { env: cleanEnvironment(variables), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  )
  const [err, code] = await Promise.all([new Response(limited.stderr).text(), limited.exited])
  expect([code, JSON.parse(err).error]).toEqual([
    1,
    { code: 'STORAGE_FAILED', message: expect.stringMatching(/disk|full|i\/o/i) },
  ])
})

test('a first start whose output can not be written ends and says how to get in all the same', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  for (const option of ['', '--json']) {
    const data = { PICTOGLYPH_DATA_DIR: join(folder.path, `data${option}`) }
    const child = Bun.spawn(['sh', '-c', `exec "$0" serve ${option} > /dev/full`, binary], {
      env: cleanEnvironment({ ...variables, ...data }),
      stderr: 'pipe',
    })
    const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
    expect([code, err]).toEqual([1, expect.stringMatching(/ENOSPC.*user add NAME --role admin/s)])
    expect(err).not.toContain('    at ')
  }
})
