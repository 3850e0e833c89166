import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfiguration } from '../../apps/cli/src/configuration.ts'
import { type CodeBlock, codeBlocks, document, root } from '../house/markdown.ts'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { cleanEnvironment, mainPath } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

const blocks = codeBlocks(await document('docs/guide/server.md'))

/** The blocks under a heading, by its number. */
function blocksOf(step: number): string[] {
  const found = blocks.filter(({ heading }) => heading.startsWith(`${step}. `)).map(({ code }) => code)
  if (found.length === 0) throw new Error(`The guide has no step ${step}.`)
  return found
}

/** A directory that stands for the server's root, in which the guide's blocks are run. */
interface Machine extends AsyncDisposable {
  path(absolute: string): string
  run(block: string): Promise<{ code: number; out: string }>
}

/** What only a machine with systemd, packages and other users of its own can do. */
const leftToTheSystem = ['systemctl', 'certbot', 'nginx', 'useradd', 'chown', 'npm', 'curl']
const ownFolders = ['/opt', '/etc', '/var/lib', '/var/backups', '/usr/local/bin']

async function openMachine(): Promise<Machine> {
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await temporaryDirectory()).path
  const path = (absolute: string) => join(directory, absolute)
  for (const folder of [
    ...ownFolders,
    '/etc/systemd/system',
    '/etc/sudoers.d',
    '/etc/nginx/sites-available',
    '/programs',
  ])
    await mkdir(path(folder), { recursive: true })
  await mkdir(path('/etc/nginx/sites-enabled'))
  const repository = path('/repository')
  await cp(join(root, 'deploy'), join(repository, 'deploy'), { recursive: true })
  await cp(join(root, 'package.json'), join(repository, 'package.json'))
  const install = join(repository, 'deploy/install')
  await Bun.write(install, (await Bun.file(install).text()).replaceAll('/opt', path('/opt')))
  await Bun.write(join(repository, 'data/pictoglyph.db'), 'the trial')
  await mkdir(path('/var/lib/pictoglyph'))
  await Bun.write(path('/var/lib/pictoglyph/first-credentials.txt'), '  password       x\n')
  const program = async (name: string, line: string) => {
    await Bun.write(path(`/programs/${name}`), `#!/bin/sh\n${line}\n`)
    await chmod(path(`/programs/${name}`), 0o755)
  }
  await program('sudo', 'exec "$@"')
  await program('node', `exec '${process.execPath}' "$@"`)
  await program('pictoglyph', `exec '${process.execPath}' '${mainPath}' "$@"`)
  await program('journalctl', 'echo administrator')
  for (const name of leftToTheSystem) await program(name, ':')
  const environment = cleanEnvironment({ PICTOGLYPH_DATA_DIR: path('/var/lib/pictoglyph') })
  const held = cleanup.move()
  return {
    path,
    async run(block) {
      const here = ownFolders.reduce(
        (text, folder) => text.replaceAll(new RegExp(`(?<![\\w.])${folder}(?=/)`, 'g'), path(folder)),
        block.replaceAll(' -o pictoglyph -g pictoglyph', ''),
      )
      const child = Bun.spawn(['bash', '-euo', 'pipefail', '-c', here], {
        cwd: repository,
        env: { ...environment, PATH: `${path('/programs')}:${environment.PATH}` },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      return { code: await child.exited, out: out + err }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

test('every file of the repository that the guide copies is there', () => {
  const named = blocks.flatMap(({ code }: CodeBlock) => code.match(/\bdeploy\/[\w./*-]+/g) ?? [])
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) {
    const found = name.includes('*') ? [...new Bun.Glob(name).scanSync(root)] : [name].filter(isThere)
    expect([name, found.length > 0]).toEqual([name, true])
  }
})

const isThere = (name: string): boolean => existsSync(join(root, name))

test('every unit that the guide starts is one that it has copied', () => {
  const named = blocks.flatMap(
    ({ code }) => code.match(/systemctl (?:enable --now|start|stop|restart) (.*)/g) ?? [],
  )
  const units = named.flatMap((line) => line.match(/pictoglyph[\w.-]*/g) ?? [])
  expect(units).toContain('pictoglyph-backup.timer')
  for (const unit of units) {
    expect(isThere(`deploy/${unit.includes('.') ? unit : `${unit}.service`}`)).toBe(true)
  }
})

test('its settings are ones that the server takes', async () => {
  await using machine = await openMachine()
  const result = await machine.run(blocksOf(3)[0] ?? '')
  expect(result).toMatchObject({ code: 0 })
  const written = await Bun.file(machine.path('/etc/pictoglyph.env')).text()
  const lines = written.trim().split('\n')
  const configuration = readConfiguration(Object.fromEntries(lines.map((line) => line.split('='))))
  expect(configuration.services.images.url).toBe('https://img.example.org')
})

test('the program is put in place, with its units and the command, and nginx has the reader’s own names', async () => {
  await using machine = await openMachine()
  for (const block of [...blocksOf(2), blocksOf(4)[0] ?? '']) {
    expect(await machine.run(block)).toMatchObject({ code: 0 })
  }
  const units = ['pictoglyph.service', 'pictoglyph-backup.timer', 'pictoglyph-fsck.service']
  for (const unit of units) expect(existsSync(machine.path(`/etc/systemd/system/${unit}`))).toBe(true)
  expect(await Bun.file(machine.path('/usr/local/bin/pictoglyph')).text()).toContain('systemd-run')

  const again = await machine.run('sudo deploy/install')
  expect([again.code, again.out.includes('may be running')]).toEqual([1, true])
  expect(existsSync(machine.path('/opt/pictoglyph/deploy/version'))).toBe(true)
  expect(existsSync(machine.path('/opt/pictoglyph/data'))).toBe(false)

  const [domain = ''] = blocksOf(5)
  const own = domain
    .replace('img.example.org', 'bilder.example.com')
    .replace('text.example.org', 't.example.com')
  expect(await machine.run(own)).toMatchObject({ code: 0 })
  const written = await Bun.file(machine.path('/etc/nginx/sites-enabled/pictoglyph')).text()
  expect(written).toContain('server_name bilder.example.com;')
  expect(written).toContain('/etc/letsencrypt/live/t.example.com/')
  expect(written).not.toContain('example.org;')
})

test('an upgrade keeps a backup, and going back to it brings every picture', async () => {
  await using machine = await openMachine()
  const dataDirectory = machine.path('/var/lib/pictoglyph')
  const backup = ['backup', machine.path('/var/backups/pictoglyph')]
  const versionHere = async () => (await machine.run('deploy/version')).out.trim()
  const version = await versionHere()
  let id = ''
  {
    await using site = await startSite({ dataDirectory })
    id = (await uploadImage(site, site.credentials!, sampleImage(1))).id ?? ''
  }
  for (const block of [...blocksOf(2), ...blocksOf(6)]) {
    expect(await machine.run(block)).toMatchObject({ code: 0 })
  }
  expect(await machine.run(`pictoglyph ${backup.join(' ')}`)).toMatchObject({ code: 0 })
  const renumbered = `sed -i 's/"version": .*/"version": "9.0.0",/' package.json`
  expect(await machine.run(`${renumbered}\n${blocksOf(7)[0]}`)).toMatchObject({ code: 0 })
  {
    await using site = await startSite({ dataDirectory })
    expect(await downloadImage(site, id)).toEqual(sampleImage(1))
  }
  const [link = '', restore = ''] = blocksOf(8)
  expect(await machine.run(link.replace(/OLD=.*/, `OLD=${version}`))).toMatchObject({ code: 0 })
  expect(await machine.run(restore.replace(/NEW=.*/, `NEW=${await versionHere()}`))).toMatchObject({
    code: 0,
  })
  await using site = await startSite({ dataDirectory })
  expect(site.credentials).toBeUndefined()
  expect(await downloadImage(site, id)).toEqual(sampleImage(1))
}, 60_000)
