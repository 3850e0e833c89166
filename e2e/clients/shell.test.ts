import { expect, test } from 'bun:test'
import { chmod } from 'node:fs/promises'
import { clientConfigurations, findClientConfiguration } from '@pictoglyph/core'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { runCommand } from './run-command.ts'
import { fetchBytes, openWorkFolder, pngOf } from './work-folder.ts'

function scriptFor(site: SiteFixture, name: string, categoryId = site.categoryId): string {
  const all = clientConfigurations({ imagesUrl: site.url, key: site.apiKey, categoryId })
  return findClientConfiguration(all, name)?.content ?? ''
}

test('the curl command uploads image.png and prints the answer', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  await folder.write('image.png', pngOf(1))
  const { stdout, exitCode } = await runCommand(['bash', '-c', scriptFor(site, 'curl')], { cwd: folder.path })
  expect(exitCode).toBe(0)
  expect(await fetchBytes(JSON.parse(stdout).data.url)).toEqual(pngOf(1))
})

test('the curl command fails with the reason when the upload is refused', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  await folder.write('image.png', pngOf(1))
  const script = scriptFor(site, 'curl', 'no such category; $(id)')
  const { stdout, exitCode } = await runCommand(['bash', '-c', script], { cwd: folder.path })
  expect(exitCode).not.toBe(0)
  expect(JSON.parse(stdout).error.message).toContain('"no such category; $(id)"')
})

test('the Typora script prints one link for each file, in order, whatever the files are called', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  const script = await folder.write('upload.sh', scriptFor(site, 'Typora'))
  const names = ['plain.png', 'with "quotes"; and, more.png', '图 片.png']
  const files = await Promise.all(names.map((name, index) => folder.write(name, pngOf(index))))
  for (const shell of ['bash', 'sh']) {
    const { stdout, stderr, exitCode } = await runCommand([shell, script, ...files])
    expect([stderr, exitCode]).toEqual(['', 0])
    const links = stdout.trimEnd().split('\n')
    const bytes = await Promise.all(links.map(fetchBytes))
    expect(bytes).toEqual(names.map((_, index) => pngOf(index)))
  }
})

test('the Typora script prints the reason on standard error and fails when an upload is refused', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  const script = await folder.write('upload.sh', scriptFor(site, 'Typora', 'nowhere'))
  const file = await folder.write('image.png', pngOf(1))
  const { stdout, stderr, exitCode } = await runCommand(['bash', script, file])
  expect([stdout, exitCode]).toEqual(['', 1])
  expect(stderr).toContain('CATEGORY_UNAVAILABLE')
})

test('the Flameshot script uploads what is captured and prints its link', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  const script = await folder.write('screenshot.sh', scriptFor(site, 'Flameshot'))
  const capture = await folder.write('capture.png', pngOf(1))
  const flameshot = await folder.write('flameshot', `#!/bin/sh\n[ "$*" = "gui --raw" ] && cat ${capture}\n`)
  await chmod(flameshot, 0o755)
  const path = `${folder.path}:${process.env.PATH}`
  const { stdout, exitCode } = await runCommand(['bash', script], { path })
  expect(exitCode).toBe(0)
  expect(await fetchBytes(stdout.trim())).toEqual(pngOf(1))
})
