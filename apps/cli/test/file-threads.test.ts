import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The names of a process's threads (Linux). */
function threadNames(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(),
  )
}

test('eight threads at least write the files of uploads, however few processors there are', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
  }
  await using server = startPictoglyph(variables, ['serve', '--json'])
  const authorization = `Bearer ${await server.printed(/"apiKey":"(\w+)"/)}`
  const url = `${await server.printed(/"images":"(http:[^"]+?)\/?"/)}/api/v1/upload`

  async function upload(colour: number): Promise<number> {
    const body = new FormData()
    body.set('categoryId', 'general')
    body.set('file', new File([pngOf(colour)], 'a.png'))
    return (await fetch(url, { method: 'POST', headers: { authorization }, body })).status
  }
  const statuses = await Promise.all(Array.from({ length: 64 }, (_, colour) => upload(colour)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const fileThreads = threadNames(server.pid).filter((name) => name.startsWith('Bun Pool'))
  expect(fileThreads.length).toBeGreaterThanOrEqual(8)
})
