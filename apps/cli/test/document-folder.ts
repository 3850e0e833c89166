import { join } from 'node:path'
import { bashLine, type Finished } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder of documents. */
interface DocumentFolder extends AsyncDisposable {
  readonly path: string
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>
  read(name: string): Promise<string>
  /** Runs the command in it. */
  rehost(words: readonly string[], more?: Record<string, string>): Promise<Finished>
}

/** @param variables the environment that `rehost` runs in */
export async function openDocumentFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  variables: Readonly<Record<string, string>>,
): Promise<DocumentFolder> {
  const { path, ...disposable } = await temporaryFolder()
  const folder: DocumentFolder = {
    path,
    async write(more) {
      await Promise.all(Object.entries(more).map(([name, content]) => Bun.write(join(path, name), content)))
    },
    read: async (name) =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(await Bun.file(join(path, name)).bytes()),
    rehost: (words, more = {}) =>
      bashLine(`cd ${path} && "$0" rehost ${words.map((word) => Bun.$.escape(word)).join(' ')}`, {
        ...variables,
        ...more,
      }),
    ...disposable,
  }
  await folder.write(files)
  return folder
}
