/** The packages of npm that one kind of machine needs: as the lock file names them, and nothing else. */
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')

export interface Machine {
  readonly cpu: 'x64' | 'arm64'
  readonly libc: 'glibc' | 'musl'
}

interface Manifest {
  name: string
  version: string
  workspaces?: string[]
  devDependencies?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface LockFile {
  packages: Record<string, { version?: string; integrity?: string }>
}

const readJson = <T>(path: string): Promise<T> => Bun.file(path).json()

/** Installs into an empty folder what the server needs there. npm compares everything with the lock file's hashes. */
export async function installFor({ cpu, libc }: Machine, folder: string): Promise<void> {
  for (const path of [...(await manifestsIn(root)), 'package-lock.json']) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  const parts = ['--omit=dev', '--workspace=pictoglyph', '--include-workspace-root']
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run(['npm', 'ci', ...parts, ...quiet, '--os=linux', `--cpu=${cpu}`, `--libc=${libc}`], folder)
  await leaveDevelopmentOut(folder)
}

/** `package.json` of the repository and of its workspaces. */
async function manifestsIn(folder: string): Promise<string[]> {
  const { workspaces = [] } = await readJson<Manifest>(join(folder, 'package.json'))
  const patterns = workspaces.map((workspace) => new Bun.Glob(`${workspace}/package.json`))
  const found = await Promise.all(patterns.map((pattern) => Array.fromAsync(pattern.scan(folder))))
  return ['package.json', ...found.flat()]
}

/** `npm sbom` refuses a tree in which something is missing, even what only tests need. */
async function leaveDevelopmentOut(folder: string): Promise<void> {
  for (const name of ['bench', 'e2e', 'package-lock.json']) await rm(join(folder, name), { recursive: true })
  for (const path of await manifestsIn(folder)) {
    const { devDependencies: _, ...manifest } = await readJson<Manifest>(join(folder, path))
    if (manifest.workspaces) manifest.workspaces = ['packages/*', 'apps/*']
    await Bun.write(join(folder, path), JSON.stringify(manifest))
  }
}

/** The machine's runtime among what was installed. */
export async function runtimeIn(folder: string): Promise<string> {
  const [name] = await readdir(join(folder, 'node_modules/@oven'))
  if (name === undefined) throw new Error('npm has installed no Bun.')
  return join(folder, 'node_modules/@oven', name, 'bin/bun')
}

/** Copies a package with all that it needs into another `node_modules`. */
export async function copyPackage(name: string, from: string, to: string): Promise<void> {
  for (const one of await closureOf(name, from)) {
    await cp(join(from, 'node_modules', one), join(to, 'node_modules', one), {
      recursive: true,
      // Commands of packages are links; nobody calls them here.
      filter: (path) => basename(path) !== '.bin',
    })
  }
}

async function closureOf(first: string, folder: string): Promise<string[]> {
  const found = new Set([first])
  for (const name of found) {
    const { dependencies, optionalDependencies } = await manifestOf(folder, name)
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const isInstalled = await Bun.file(join(folder, 'node_modules', needed, 'package.json')).exists()
      if (isInstalled) found.add(needed)
    }
  }
  return [...found]
}

const manifestOf = (folder: string, name: string) =>
  readJson<Manifest>(join(folder, 'node_modules', name, 'package.json'))

/** The licences of all packages, one after the other; where one has no such file, its description has them. */
export async function licencesIn(folder: string): Promise<string> {
  const parts: string[] = []
  for await (const path of new Bun.Glob('node_modules/**/package.json').scan(folder)) {
    const { name, version } = await readJson<Partial<Manifest>>(join(folder, path))
    // Inside of packages there are files of that name for parts of them.
    if (name === undefined || version === undefined) continue
    parts.push(await licenceIn(join(folder, dirname(path)), { name, version }))
  }
  return parts.toSorted().join('\n')
}

/** The same for a package of this repository, and all others that it needs, as they are installed here. */
export async function licencesOf(name: string): Promise<string> {
  const others = (await closureOf(name, root)).filter(
    (one) => one !== name && !one.startsWith('@pictoglyph/'),
  )
  const parts = others.map(async (one) =>
    licenceIn(join(root, 'node_modules', one), await manifestOf(root, one)),
  )
  return (await Promise.all(parts)).toSorted().join('\n')
}

async function licenceIn(
  folder: string,
  { name, version }: Pick<Manifest, 'name' | 'version'>,
): Promise<string> {
  const files = await readdir(folder)
  const licences = files.filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).toSorted()
  const texts = licences.length > 0 ? licences : files.filter((file) => /^readme/i.test(file))
  const contents = await Promise.all(texts.map((file) => Bun.file(join(folder, file)).text()))
  return `==== ${name} ${version} ====\n\n${contents.join('\n').trim()}\n`
}

interface Component {
  'bom-ref': string
  name: string
  version: string
  hashes?: { alg: string; content: string }[]
}

interface BillOfMaterials {
  serialNumber?: string
  metadata: { timestamp?: string; component: Component }
  components: Component[]
}

/** What is inside, as npm tells it (CycloneDX), without what differs from one run to the next. */
export async function billOfMaterials(folder: string): Promise<string> {
  const written = await run(['npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], folder)
  const bill = JSON.parse(written) as BillOfMaterials
  const integrities = await integritiesByName()
  delete bill.serialNumber
  delete bill.metadata.timestamp
  for (const component of [bill.metadata.component, ...bill.components]) {
    // npm calls our own packages by their folders.
    component.name = component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@'))
    const integrity = integrities.get(component['bom-ref'])
    if (integrity === undefined) continue
    component.hashes = [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }]
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** SHA-512 by name and version, as the lock file has it. */
async function integritiesByName(): Promise<Map<string, string>> {
  const { packages } = await readJson<LockFile>(join(root, 'package-lock.json'))
  const entries = Object.entries(packages).flatMap(([path, { version, integrity }]) =>
    integrity?.startsWith('sha512-')
      ? [[`${path.split('node_modules/').at(-1)}@${version}`, integrity.slice('sha512-'.length)] as const]
      : [],
  )
  return new Map(entries)
}

/** Runs a command and gives what it prints. @throws {Error} with what it says where it fails */
export async function run(command: string[], folder: string): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [printed, said, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${basename(command[0] ?? '')} ended with ${code}:\n${said}`)
  return printed
}
