import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'

/** A folder of a client's own that goes with the test. */
interface WorkFolder extends AsyncDisposable {
  readonly path: string
  /** Writes a file and gives its path. */
  write(name: string, content: string | Uint8Array): Promise<string>
}

export async function openWorkFolder(): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), 'pictoglyph-client-'))
  return {
    path,
    async write(name, content) {
      await Bun.write(join(path, name), content)
      return join(path, name)
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

/** The bytes behind a link that a client has printed, which must be those that it was given. */
export async function fetchBytes(link: string): Promise<Uint8Array> {
  const response = await fetch(link)
  if (!response.ok) throw new Error(`${link} answers ${response.status}`)
  return response.bytes()
}

export { pngOf }
