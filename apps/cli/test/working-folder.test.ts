import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { cleanEnvironment } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const binary = join(import.meta.dir, '../bin/pictoglyph')

/** The folder of another project, whose files of the same runtime are not for this program. */
async function foreignProject(): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder()
  await Bun.write(join(folder.path, '.env'), 'PICTOGLYPH_OF_ANOTHER=1\n')
  await Bun.write(join(folder.path, 'bunfig.toml'), 'preload = ["./foreign.ts"]\n')
  await Bun.write(join(folder.path, 'foreign.ts'), 'console.log("foreign")\n')
  return folder
}

test('a command runs nothing and reads no variables of the folder that it is started in', async () => {
  await using folder = await foreignProject()
  const child = Bun.spawn([binary, 'policy', 'set', 'upload.maxSide', '9000', '--json'], {
    cwd: folder.path,
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: join(folder.path, 'data') }),
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, err, out]).toEqual([0, '', '{"ok":true,"key":"upload.maxSide","value":9000}\n'])
})

test('nor do the processes that share the ports', async () => {
  await using folder = await foreignProject()
  const child = Bun.spawn([binary, 'serve', '--json'], {
    cwd: folder.path,
    env: cleanEnvironment({
      PICTOGLYPH_DATA_DIR: join(folder.path, 'data'),
      PICTOGLYPH_SERVICES: 'text',
      PICTOGLYPH_TEXT_PORT: String(await freePort()),
      PICTOGLYPH_PROCESSES: '2',
      PICTOGLYPH_LIMITER_URL: 'redis://127.0.0.1:1',
    }),
    stderr: 'ignore',
  })
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(async () => {
    child.kill()
    await child.exited
  })
  let out = ''
  for await (const piece of child.stdout) {
    out += new TextDecoder().decode(piece)
    if (out.includes('"serving"')) break
  }
  expect(out).toContain('"serving"')
  expect(out).not.toContain('foreign')
})
