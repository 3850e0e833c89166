/**
 * Makes what runs on a machine with neither Node nor npm: `npm run release [-- FOLDER [TARGET...]]`, into `dist` for
 * all targets by default. Each target becomes one archive and its bill of materials; SHA256SUMS has the hashes of all.
 * The same sources give the same bytes.
 */
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import {
  billOfMaterials,
  copyPackage,
  installFor,
  licencesIn,
  type Machine,
  run,
  runtimeIn,
} from './packages.ts'
import { finishBundles, writeExecutable, writeProcessPrograms } from './programs.ts'
import { archivedTexts } from './units.ts'

const root = join(import.meta.dir, '../..')

const targets = {
  'linux-x64': { cpu: 'x64', libc: 'glibc' },
  'linux-arm64': { cpu: 'arm64', libc: 'glibc' },
  'linux-x64-musl': { cpu: 'x64', libc: 'musl' },
  'linux-arm64-musl': { cpu: 'arm64', libc: 'musl' },
} as const satisfies Record<string, Machine>
type Target = keyof typeof targets

const isTarget = (name: string): name is Target => Object.hasOwn(targets, name)

/** Of everything in an archive, so that the day on which it was made does not show. */
const fileTime = '@946684800'

const [folder = join(root, 'dist'), ...wanted] = process.argv.slice(2)
const unknown = wanted.filter((name) => !isTarget(name))
if (unknown.length > 0) throw new Error(`No such target: ${unknown.join(', ')}.`)

const destination = resolve(folder)
const { version } = (await Bun.file(join(root, 'package.json')).json()) as { version: string }
const bundles = await finishBundles()
await mkdir(destination, { recursive: true })
for (const target of Object.keys(targets).filter(isTarget)) {
  if (wanted.length === 0 || wanted.includes(target)) await release(target)
}
await writeSums()

async function release(target: Target): Promise<void> {
  const name = `pictoglyph-${version}-${target}`
  const work = await mkdtemp(join(tmpdir(), 'pictoglyph-release-'))
  try {
    const packages = join(work, 'pictoglyph')
    await installFor(targets[target], packages)
    const contents = join(work, name)
    await fill(contents, target, packages)
    await Bun.write(join(destination, `${name}.cdx.json`), await billOfMaterials(packages))
    await pack(contents, join(destination, `${name}.tar.gz`))
    console.log(`${name}.tar.gz`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** What an archive holds. */
async function fill(contents: string, target: Target, packages: string): Promise<void> {
  const library = join(contents, 'lib')
  await mkdir(library, { recursive: true })
  const executable = join(contents, 'pictoglyph')
  await writeExecutable(executable, {
    target: `bun-${target}`,
    runtime: await runtimeIn(packages),
    bundles,
  })
  await chmod(executable, 0o755)
  await writeProcessPrograms(library)
  await copyPackage('sharp', packages, library)
  await cp(join(root, 'examples/photograph.jpg'), join(contents, 'examples/photograph.jpg'))
  await cp(join(root, 'LICENSE'), join(contents, 'LICENSE'))
  await Bun.write(join(contents, 'LICENSES-OF-PACKAGES'), await licencesIn(packages))
  for (const [file, text] of await archivedTexts()) await Bun.write(join(contents, file), text)
  await chmod(join(contents, 'pictoglyph-command'), 0o755)
}

/** Archives a folder: sorted, nobody's, of one time, readable by all. */
async function pack(contents: string, archive: string): Promise<void> {
  const same = [
    '--sort=name',
    `--mtime=${fileTime}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
  ]
  const plain = join(contents, '..', 'archive.tar')
  await run(['tar', '--format=ustar', ...same, '-cf', plain, basename(contents)], join(contents, '..'))
  await Bun.write(archive, Bun.gzipSync(await Bun.file(plain).bytes(), { level: 9 }))
}

async function writeSums(): Promise<void> {
  const files = (await readdir(destination))
    .filter((file) => file.startsWith(`pictoglyph-${version}-`))
    .toSorted()
  const lines = await Promise.all(
    files.map(async (file) => {
      const hash = new Bun.CryptoHasher('sha256').update(await Bun.file(join(destination, file)).bytes())
      return `${hash.digest('hex')}  ${file}\n`
    }),
  )
  await Bun.write(join(destination, 'SHA256SUMS'), lines.join(''))
}
