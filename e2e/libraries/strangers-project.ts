import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CommandResult, runCommand } from '../clients/run-command.ts'
import { root } from '../house/markdown.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

/** A project outside of this repository that has installed the packed libraries, and what they depend on. */
interface StrangersProject extends AsyncDisposable {
  /** The files of an installed library, by their path in it. */
  filesOf(library: string): Promise<string[]>
  manifestOf(library: string): Promise<Record<string, unknown>>
  /** Checks a program's types and makes JavaScript of it, as any project does. */
  compile(program: string): Promise<CommandResult>
  /** Runs what was compiled last in Node, in the repository's folder. */
  run(): Promise<CommandResult>
}

/** @throws {Error} with what was printed, if the libraries can't be packed */
export async function openStrangersProject(): Promise<StrangersProject> {
  await using cleanup = new AsyncDisposableStack()
  const { path } = cleanup.use(await temporaryDirectory())
  const modules = join(path, 'node_modules')
  await requireSuccess([process.execPath, join(root, 'deploy/libraries.ts'), join(path, 'packed')])
  for await (const file of new Bun.Glob('*-library-*.tgz').scan(join(path, 'packed'))) {
    const folder = join(modules, '@pictoglyph', file.replace(/^pictoglyph-(\w+)-library-.*$/, '$1'))
    await mkdir(folder, { recursive: true })
    const archive = join(path, 'packed', file)
    await requireSuccess(['tar', '-xzf', archive, '-C', folder, '--strip-components=1'])
    const { dependencies = {} } = await Bun.file(join(folder, 'package.json')).json()
    for (const name of Object.keys(dependencies)) await install(name)
  }
  await install('@types/node')
  const settings = { module: 'NodeNext', strict: true, types: ['node'], lib: ['ESNext', 'DOM'] }
  const options = { compilerOptions: settings, files: ['program.mts'] }
  await Bun.write(join(path, 'tsconfig.json'), JSON.stringify(options))
  const opened = cleanup.move()

  async function install(name: string): Promise<void> {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name)).catch(ignoreExisting)
  }

  return {
    filesOf: (library) => Array.fromAsync(new Bun.Glob('**/*').scan(join(modules, '@pictoglyph', library))),
    manifestOf: (library) => Bun.file(join(modules, '@pictoglyph', library, 'package.json')).json(),
    async compile(program) {
      await Bun.write(join(path, 'program.mts'), program)
      return runCommand([process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', path])
    },
    run: () => runCommand(['node', join(path, 'program.mjs')], { cwd: root }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

async function requireSuccess(command: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runCommand(command)
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}:\n${stdout}${stderr}`)
}
