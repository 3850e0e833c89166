import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { root } from './markdown.ts'

test('every package, both descriptions and the changelog tell one version', async () => {
  const { version } = await Bun.file(join(root, 'package.json')).json()
  const told = new Map<string, string>()
  for await (const path of new Bun.Glob('{apps,packages}/*/package.json').scan(root)) {
    told.set(path, (await Bun.file(join(root, path)).json()).version)
  }
  for (const service of ['images', 'text']) {
    const path = `docs/openapi/${service}.json`
    told.set(path, (await Bun.file(join(root, path)).json()).info.version)
  }
  told.set(
    'CHANGELOG.md',
    /^## \[(.+?)\]/m.exec(await Bun.file(join(root, 'CHANGELOG.md')).text())?.[1] ?? 'none',
  )
  expect([...told].filter(([, tells]) => tells !== version)).toEqual([])
})
