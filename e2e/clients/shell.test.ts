import { expect, test } from 'bun:test'
import { chmod } from 'node:fs/promises'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import {
  clientConfigurations,
  findClientConfiguration,
} from '@pictoglyph/site/client-kit/client-configurations'
import { testWith } from '@pictoglyph/web/test/test-with'
import { runCommand } from './run-command.ts'
import { fetchBytes, openWorkFolder, pngOf } from './work-folder.ts'

function scriptFor(site: SiteFixture, name: string, categoryId = site.categoryId): string {
  const all = clientConfigurations({ imagesUrl: site.url, key: site.apiKey, categoryId })
  return findClientConfiguration(all, name)?.content ?? ''
}

testWith('curl')('the curl command uploads image.png and prints the answer', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  await folder.write('image.png', pngOf(1))
  const { stdout, exitCode } = await runCommand(['bash', '-c', scriptFor(site, 'curl')], { cwd: folder.path })
  expect(exitCode).toBe(0)
  expect(await fetchBytes(JSON.parse(stdout).data.url)).toEqual(pngOf(1))
})

testWith('curl')('the curl command fails with the reason when the upload is refused', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  await folder.write('image.png', pngOf(1))
  const script = scriptFor(site, 'curl', 'no such category; $(id)')
  const { stdout, exitCode } = await runCommand(['bash', '-c', script], { cwd: folder.path })
  expect(exitCode).not.toBe(0)
  expect(JSON.parse(stdout).error.message).toContain('"no such category; $(id)"')
})

testWith('curl')(
  'the Typora script prints one link for each file, in order, whatever the files are called',
  async () => {
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
  },
)

testWith('curl')(
  'the Typora script prints the reason on standard error and fails when an upload is refused',
  async () => {
    await using site = await openSite()
    await using folder = await openWorkFolder()
    const script = await folder.write('upload.sh', scriptFor(site, 'Typora', 'nowhere'))
    const file = await folder.write('image.png', pngOf(1))
    const { stdout, stderr, exitCode } = await runCommand(['bash', script, file])
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain('CATEGORY_UNAVAILABLE')
  },
)

/** A folder of programs that stand in for Flameshot and the desktop, and what the desktop was told to show. */
async function openDesktop(capture: Uint8Array) {
  const folder = await openWorkFolder()
  const file = await folder.write('capture.png', capture)
  const programs = {
    flameshot: `[ "$*" = "gui --raw" ] && cat ${file}`,
    'notify-send': `for word; do printf '%s\\n' "$word"; done >> ${folder.path}/shown`,
  }
  for (const [name, line] of Object.entries(programs)) {
    await chmod(await folder.write(name, `#!/bin/sh\n${line}\n`), 0o755)
  }
  return {
    run: async (script: string) =>
      runCommand(['sh', await folder.write('screenshot.sh', script)], {
        path: `${folder.path}:${process.env.PATH}`,
      }),
    shown: async () => {
      const shown = Bun.file(`${folder.path}/shown`)
      return (await shown.exists()) ? shown.text() : ''
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

testWith('curl')('the Flameshot script uploads what is captured and prints its link', async () => {
  await using site = await openSite()
  await using desktop = await openDesktop(pngOf(1))
  const { stdout, stderr, exitCode } = await desktop.run(scriptFor(site, 'Flameshot'))
  expect([stderr, exitCode]).toEqual(['', 0])
  expect(await fetchBytes(stdout.trim())).toEqual(pngOf(1))
  expect(await desktop.shown()).toBe('')
})

testWith('curl')(
  'the Flameshot script shows why an upload failed: the sentence of the service, or what curl says',
  async () => {
    await using site = await openSite()
    await using desktop = await openDesktop(pngOf(1))
    const refused = await desktop.run(scriptFor(site, 'Flameshot', 'a "b" \\c'))
    expect(refused).toMatchObject({ stdout: '', exitCode: 1 })
    expect(await desktop.shown()).toContain(`The upload failed\n${refused.stderr}`)
    expect(refused.stderr).toMatch(/^The category "a "b" \\c"/)
    const away = scriptFor(site, 'Flameshot').replaceAll(site.url, 'http://127.0.0.1:9')
    const lost = await desktop.run(away)
    expect(lost).toMatchObject({ stdout: '', exitCode: 1 })
    expect(lost.stderr).toMatch(/^curl: .*connect/)
    expect(await desktop.shown()).toContain(lost.stderr)
  },
)

test('the Flameshot script sends nothing of a capture that was cancelled', async () => {
  await using site = await openSite()
  await using desktop = await openDesktop(new Uint8Array())
  const { stdout, stderr, exitCode } = await desktop.run(scriptFor(site, 'Flameshot'))
  expect([stdout, stderr, exitCode, await desktop.shown()]).toEqual(['', '', 1, ''])
})

/** Words of PowerShell's scripts in single quotes, as its grammar reads them; none is here to run them. */
const quotedIn = (script: string): string[] =>
  [...script.matchAll(/'((?:[^'\u2018-\u201B]|['\u2018-\u201B]{2})*)'/g)].map(([, word = '']) =>
    word.replace(/(['\u2018-\u201B])\1/g, '$1'),
  )

test.each(['curl', 'Typora', 'Flameshot'])(
  'the PowerShell form of %s holds each value as one word, and no shell',
  (name) => {
    const categoryId = "a 'b' \u2018c\u2019; $(id) `d`"
    const all = clientConfigurations({ imagesUrl: 'https://img.example.org', key: 'pgl_key', categoryId })
    const script = findClientConfiguration(all, `${name}-powershell`)?.content ?? ''
    expect(quotedIn(script)).toEqual(
      expect.arrayContaining([
        'Authorization: Bearer pgl_key',
        `categoryId=${categoryId}`,
        'https://img.example.org/api/v1/upload',
      ]),
    )
    expect(script).not.toMatch(/\bsh\b/)
  },
)
