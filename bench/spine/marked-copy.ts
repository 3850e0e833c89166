import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { markedSource } from './marked-source.ts'

const root = join(import.meta.dir, '../..')

/** A copy of the project's sources that notes which of its files ran. */
export interface MarkedCopy {
  /** The copied command. */
  main: string
  /** Forgets what ran until now. */
  begin(): void
  /** The files of which a function began or went on since then, in all threads and processes. */
  ran(): Promise<ReadonlySet<string>>
}

/**
 * Copies the sources into an empty directory, marked as `markedSource` marks them. A copy rather than a plugin, so
 * that the threads and processes that the project starts are marked too. What runs in browsers is left as it is.
 */
export async function createMarkedCopy(directory: string): Promise<MarkedCopy> {
  const log = join(directory, 'ran.log')
  const roundFile = join(directory, 'round')
  const marks = join(directory, 'marks.ts')
  await Bun.write(roundFile, new Uint8Array(4))
  await Bun.write(log, '')
  await Bun.write(marks, marksProgram(log, roundFile))
  for (const path of await sourcePaths()) {
    const source = Bun.file(join(root, path))
    const isMarked = /\.tsx?$/.test(path) && !path.includes('/browser/')
    await Bun.write(join(directory, path), isMarked ? markedSource(await source.text(), path, marks) : source)
  }
  await Bun.write(join(directory, 'tsconfig.json'), Bun.file(join(root, 'tsconfig.json')))
  await linkModules(directory)
  const round = new Uint32Array(Bun.mmap(roundFile).buffer, 0, 1)

  return {
    main: join(directory, 'apps/cli/src/main.ts'),
    begin() {
      round[0] = (round[0] ?? 0) + 1
    },
    async ran() {
      const prefix = `${round[0]} `
      const lines = (await Bun.file(log).text()).split('\n')
      return new Set(lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length)))
    },
  }
}

async function sourcePaths(): Promise<string[]> {
  const paths: string[] = []
  for (const folder of ['apps', 'packages']) {
    for (const pattern of [`${folder}/*/package.json`, `${folder}/*/src/**/*`]) {
      for await (const path of new Bun.Glob(pattern).scan({ cwd: root })) paths.push(path)
    }
  }
  return paths
}

/** Packages from npm are those of the project; its own are those of the copy. */
async function linkModules(directory: string): Promise<void> {
  const modules = join(directory, 'node_modules')
  await mkdir(join(modules, '@pictoglyph'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@pictoglyph') await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  for (const folder of ['apps', 'packages']) {
    for (const name of await readdir(join(directory, folder))) {
      await symlink(join(directory, folder, name), join(modules, '@pictoglyph', name))
    }
  }
}

/** Notes each file once a round in each thread, so that a loop does not fill the disk. */
const marksProgram = (log: string, roundFile: string): string => `
import { appendFileSync } from 'node:fs'

const round = new Uint32Array(Bun.mmap(${JSON.stringify(roundFile)}).buffer, 0, 1)
const noted = new Map()

export function mark(path, value) {
  if (noted.get(path) !== round[0]) {
    noted.set(path, round[0])
    appendFileSync(${JSON.stringify(log)}, round[0] + ' ' + path + '\\n')
  }
  return value
}
`
