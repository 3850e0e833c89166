import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnvironment } from '../site/run-pictoglyph.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

const binary = join(import.meta.dir, '../../apps/cli/bin/pictoglyph')

/** The names of a process's threads (Linux). */
function threadNames(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(),
  )
}

test('eight threads at least write the files of uploads, however few processors there are', async () => {
  await using directory = await temporaryDirectory()
  const child = Bun.spawn([binary, 'serve', '--json'], {
    env: cleanEnvironment({
      PICTOGLYPH_DATA_DIR: directory.path,
      PICTOGLYPH_FACES: 'images',
      PICTOGLYPH_IMAGES_PORT: '0',
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
  const authorization = `Bearer ${/"apiKey":"(\w+)"/.exec(out)?.[1]}`
  const url = `${/"images":"(http:[^"]+?)\/?"/.exec(out)?.[1]}/api/v1/upload`

  async function upload(seed: number): Promise<number> {
    const body = new FormData()
    body.set('categoryId', 'general')
    body.set('file', new File([sampleImage(seed, 100_000)], 'a.png'))
    return (await fetch(url, { method: 'POST', headers: { authorization }, body })).status
  }
  const statuses = await Promise.all(Array.from({ length: 64 }, (_, seed) => upload(seed)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const fileThreads = threadNames(child.pid).filter((name) => name.startsWith('Bun Pool'))
  expect(fileThreads.length).toBeGreaterThanOrEqual(8)
})
