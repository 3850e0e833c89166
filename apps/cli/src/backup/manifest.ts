import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { readBounds, readWhole } from 'pictoglyph-client/bounded-read'
import { replaceFile } from 'pictoglyph-client/written-file'
import { z } from 'zod'

const manifestName = 'manifest.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The content of a backup. Bytes need no list: the rows name each by its SHA-256. */
const manifestSchema = z.object({
  format: z.literal('pictoglyph-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  rows: z.object({ file: z.string().regex(/^rows-[\w.-]+\.db$/), sizeBytes: z.number(), sha256 }),
  blobs: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Bytes that were missing or damaged when the backup was made. */
    missing: z.array(sha256),
  }),
})

export type Manifest = z.infer<typeof manifestSchema>

/**
 * The manifest of a complete backup, or `undefined` if there is none.
 * @throws {Failure} BAD_REQUEST if it can't be read
 */
export async function readManifest(directory: string): Promise<Manifest | undefined> {
  const path = join(directory, manifestName)
  const bytes = await readWhole(path, createReadStream(path), readBounds.backupManifest).catch(
    (error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT') return undefined
      throw error
    },
  )
  if (bytes === undefined) return undefined
  const parsed = manifestSchema.safeParse(parseJson(bytes.toString()))
  if (parsed.success) return parsed.data
  throw badRequest(message('{path} is not the manifest of a backup that this version reads.', { path }))
}

/** Writes the manifest atomically and durably; this completes the backup. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  await replaceFile(join(directory, manifestName), { content: `${JSON.stringify(manifest, null, 2)}\n` })
}

/** Waits until a file, or the names in a directory, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Size and SHA-256 of a file. */
export async function digestFile(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  let sizeBytes = 0
  for await (const chunk of Bun.file(path).stream()) {
    hasher.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hasher.digest('hex') }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
