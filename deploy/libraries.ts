/**
 * Packs the libraries for programs outside of this repository: `npm run libraries [FOLDER]`, `dist` by default. Each
 * becomes a file that `npm install FILE` takes: JavaScript modules with their types, for browsers, Node and Bun.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const libraries = ['codec', 'client'] as const
type Library = (typeof libraries)[number]

const root = join(import.meta.dir, '..')
const destination = resolve(process.argv[2] ?? join(root, 'dist'))

await mkdir(destination, { recursive: true })
const work = await mkdtemp(join(tmpdir(), 'pictoglyph-libraries-'))
try {
  for (const library of libraries) await pack(library)
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
  await run([process.execPath, 'pm', 'pack', '--quiet', '--destination', destination], packed)
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
  const engines = { node: '>=20' }
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
