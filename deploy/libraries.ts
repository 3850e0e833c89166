/**
 * Packs the libraries and people's command for use outside of this repository: `npm run libraries [FOLDER]`, `dist` by
 * default. Each becomes a file that `npm install FILE` takes: a library is JavaScript modules with their types, for
 * browsers, Node and Bun; the command is JavaScript for Node and Bun, with everything that it needs inside.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { licencesOf } from './release/packages.ts'

const libraries = ['codec', 'client'] as const
type Library = (typeof libraries)[number]

const root = join(import.meta.dir, '..')
const { engines } = await Bun.file(join(root, 'package.json')).json()
const destination = resolve(process.argv[2] ?? join(root, 'dist'))

await mkdir(destination, { recursive: true })
const work = await mkdtemp(join(tmpdir(), 'pictoglyph-libraries-'))
try {
  for (const library of libraries) await pack(library)
  await packCommand()
} finally {
  await rm(work, { recursive: true })
}

async function pack(library: Library): Promise<void> {
  const source = join(root, 'packages', library)
  const packed = join(work, library)
  await compile(source, packed)
  await Bun.write(join(packed, 'package.json'), await manifestOf(source))
  await cp(join(source, 'README.md'), join(packed, 'README.md'))
  await cp(join(root, 'LICENSE'), join(packed, 'LICENSE'))
  await archive(packed, `pictoglyph-${library}-library`)
}

/** Packs a folder into a file of a name that only it has: npm would give `@pictoglyph/client` that of the command. */
async function archive(packed: string, name: string): Promise<void> {
  const { version } = await Bun.file(join(packed, 'package.json')).json()
  const file = join(destination, `${name}-${version}.tgz`)
  await run([process.execPath, 'pm', 'pack', '--quiet', '--filename', file], packed)
}

/** The command `pictoglyph-client`, without a dependency: nothing else is fetched where it is installed. */
async function packCommand(): Promise<void> {
  const source = join(root, 'apps/people')
  const packed = join(work, 'people')
  const built = await Bun.build({
    entrypoints: [join(source, 'src/main.ts')],
    outdir: packed,
    target: 'node',
    format: 'esm',
    splitting: true,
    banner: '#!/usr/bin/env node',
  })
  if (!built.success) throw new AggregateError(built.logs, 'The command could not be built.')
  const { name, version, description, license, type } = await Bun.file(join(source, 'package.json')).json()
  const bin = { [name]: 'main.js' }
  const manifest = { name, version, description, license, type, bin, engines }
  await Bun.write(join(packed, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp(join(source, 'README.md'), join(packed, 'README.md'))
  await cp(join(root, 'LICENSE'), join(packed, 'LICENSE'))
  await Bun.write(join(packed, 'LICENSES-OF-PACKAGES'), await licencesOf(name))
  await archive(packed, name)
}

/** A module of JavaScript and one of types for each of the library's own. */
async function compile(source: string, packed: string): Promise<void> {
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      target: 'ES2023',
      // Of a platform they use what browsers have.
      types: [],
      rootDir: join(source, 'src'),
      outDir: packed,
    },
    files: [join(source, 'src/index.ts')],
  }
  const settingsFile = `${packed}.tsconfig.json`
  await Bun.write(settingsFile, JSON.stringify(settings))
  await run([process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', settingsFile], root)
}

/** What the library says of itself, of which only where its modules stand is another than in this repository. */
async function manifestOf(source: string): Promise<string> {
  const { name, version, description, license, type, dependencies } = await Bun.file(
    join(source, 'package.json'),
  ).json()
  const exports = { '.': { types: './index.d.ts', default: './index.js' } }
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    sideEffects: false,
    exports,
    engines,
    dependencies,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

async function run(command: string[], folder: string): Promise<void> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'inherit', stderr: 'inherit' })
  const code = await child.exited
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`)
}
