import { join, relative } from 'node:path'
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Checker } from 'typescript/unstable/async'
import { root } from './markdown.ts'

/** A file of the services, the packages or the commands, as the compiler reads it. */
export interface TypedSource {
  /** From the root of the repository. */
  path: string
  source: SourceFile
}

/** Gives all sources, and what the compiler knows of their types, which is known while `read` runs. */
export async function readTypedSources<T>(
  read: (sources: readonly TypedSource[], checker: Checker) => Promise<T> | T,
): Promise<T> {
  const api = new API({ cwd: root })
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] })
    const [project] = snapshot.getProjects()
    if (project === undefined) throw new Error('The compiler found no project.')
    const sources: TypedSource[] = []
    for (const name of await project.program.getSourceFileNames()) {
      const path = relative(root, name)
      if (!/^(?:apps|packages)\/[^/]+\/src\//.test(path)) continue
      const source = await project.program.getSourceFile(name)
      if (source !== undefined) sources.push({ path, source })
    }
    return await read(sources, project.checker)
  } finally {
    await api.close()
  }
}
