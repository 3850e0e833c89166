import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { API } from 'typescript/unstable/async'
import type * as media from '../../src/index.ts'
import { type Guard, weave } from './weave.ts'

export type Media = typeof media

export interface WovenMedia extends AsyncDisposable {
  media: Media
  guards: Guard[]
}

const sources = join(import.meta.dir, '../../src')

/** The package as it is, but for its guards, which ask the switchboard. @param woven files, and what their guards are about */
export async function weaveMedia(woven: (file: string) => RegExp | undefined): Promise<WovenMedia> {
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-guards-'))
  const config = join(directory, 'tsconfig.json')
  await writeFile(
    config,
    JSON.stringify({
      compilerOptions: {
        noLib: true,
        noResolve: true,
        types: [],
        target: 'ESNext',
        module: 'Preserve',
        noEmit: true,
        allowImportingTsExtensions: true,
      },
      include: [join(sources, '**/*.ts')],
    }),
  )
  const api = new API({ cwd: directory })
  const guards: Guard[] = []
  const texts = new Map<string, string>()
  try {
    const [project] = (await api.updateSnapshot({ openProject: config })).getProjects()
    for (const path of [...project!.rootFiles].sort()) {
      const file = relative(sources, path).replaceAll(sep, '/')
      const about = woven(file)
      if (!about) continue
      const source = await project!.program.getSourceFile(path)
      const { text, guards: found } = weave(file, source!, await Bun.file(path).text(), guards.length, about)
      guards.push(...found)
      texts.set(path, text)
    }
  } finally {
    await api.close()
  }
  const { outputs } = await Bun.build({
    entrypoints: [join(sources, 'index.ts')],
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
  const bundle = join(directory, 'media.js')
  await writeFile(bundle, await outputs[0]!.text())
  const bundled: Media = await import(bundle)
  return { media: bundled, guards, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
}
