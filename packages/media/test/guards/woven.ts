import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { API } from 'typescript/unstable/async'
import { type Guard, weave } from './weave.ts'

/** Sources to instrument. */
interface WeavingPlan {
  /** Their folder. */
  sources: string
  /** The source to import, with all its imports. */
  entry: string
  /** The texts whose guards are instrumented in a file; `undefined` for none. */
  aboutOf(file: string): RegExp | undefined
}

/** A module that only differs in its guards, which call the switchboard. */
interface Woven<Module> {
  module: Module
  guards: Guard[]
}

export async function woven<Module>({ sources, entry, aboutOf }: WeavingPlan): Promise<Woven<Module>> {
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-guards-'))
  try {
    const { texts, guards } = await wovenTexts(directory, { sources, entry, aboutOf })
    const { outputs } = await Bun.build({
      entrypoints: [join(sources, entry)],
      target: 'bun',
      plugins: [
        {
          name: 'guards',
          setup(build) {
            build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
              contents: texts.get(path) ?? (await Bun.file(path).text()),
              loader: 'ts',
            }))
          },
        },
      ],
    })
    const bundle = join(directory, 'bundle.js')
    await writeFile(bundle, await outputs[0]!.text())
    return { module: await import(bundle), guards }
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Instrumented texts by file path, parsed by TypeScript. */
async function wovenTexts(
  directory: string,
  { sources, aboutOf }: WeavingPlan,
): Promise<{ texts: Map<string, string>; guards: Guard[] }> {
  const config = join(directory, 'tsconfig.json')
  const compilerOptions = {
    noLib: true,
    noResolve: true,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  await writeFile(config, JSON.stringify({ compilerOptions, include: [join(sources, '**/*.ts')] }))
  const guards: Guard[] = []
  const texts = new Map<string, string>()
  const api = new API({ cwd: directory })
  try {
    const [project] = (await api.updateSnapshot({ openProject: config })).getProjects()
    for (const path of [...project!.rootFiles].sort()) {
      const file = relative(sources, path).replaceAll(sep, '/')
      const about = aboutOf(file)
      if (!about) continue
      const source = await project!.program.getSourceFile(path)
      const found = weave({
        file,
        source: source!,
        written: await Bun.file(path).text(),
        about,
        first: guards.length,
      })
      guards.push(...found.guards)
      texts.set(path, found.text)
    }
  } finally {
    await api.close()
  }
  return { texts, guards }
}
