import { join, relative } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/async'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { root } from './markdown.ts'

/** A TypeScript file, parsed. */
interface ParsedSource {
  /** From the repository's root. */
  path: string
  file: SourceFile
}

/** Parses every TypeScript file of the repository that `npm run check` checks. */
export function parsedSources(): Promise<ParsedSource[]> {
  return parse({ cwd: root })
}

/** Parses one text, as if it were a file. */
export async function parsedText(text: string): Promise<SourceFile> {
  const files = {
    '/tsconfig.json': '{ "compilerOptions": { "noLib": true, "types": [] } }',
    '/text.ts': text,
  }
  const [source] = await parse({ cwd: '/', fs: createVirtualFileSystem(files) })
  if (source === undefined) throw new Error('The text is not parsed.')
  return source.file
}

async function parse(
  options: { cwd: string } & ConstructorParameters<typeof API>[0],
): Promise<ParsedSource[]> {
  const api = new API(options)
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [join(options.cwd, 'tsconfig.json')] })
    const [project] = snapshot.getProjects()
    if (project === undefined) throw new Error(`${options.cwd} has no project.`)
    const { program, rootFiles } = project
    return await Promise.all(
      rootFiles.map(async (name) => {
        const file = await program.getSourceFile(name)
        if (file === undefined) throw new Error(`${name} is not parsed.`)
        return { path: relative(options.cwd, name), file }
      }),
    )
  } finally {
    await api.close()
  }
}

/** A node and all nodes below it. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  const below: Node[] = []
  node.forEachChild((child) => void below.push(child))
  for (const child of below) yield* nodesOf(child)
}
