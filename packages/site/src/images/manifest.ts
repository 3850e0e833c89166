import { z } from 'zod'
import { readJsonLines } from '../language/json-lines.ts'
import type { Image } from '../language/records.ts'
import { isoTime } from '../language/time.ts'
import type { SitePorts } from '../site-ports.ts'

/** The name of the file that describes the images next to it: JSON, one line per image. */
export const manifestName = 'manifest.jsonl'

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const manifestEntry = z.object({
  /** The path of the image from the manifest's folder, with slashes. */
  file: z.string().min(1).max(4_096),
  id: z.string().optional(),
  /** The image's former address. */
  address: z.url().optional(),
  /** The former address of its page. */
  page: z.url().optional(),
  /** The name of the uploaded file. */
  name: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  /** The name of its album; `albums` if there are several. */
  album: z.string().nullish(),
  albums: z.array(z.string()).optional(),
  /** The name of its category. */
  category: z.string().nullish(),
  createdAt: time.optional(),
  expiresAt: time.nullish(),
  /** SHA-256 of the file. */
  hash: z
    .string()
    .regex(/^[\dA-Fa-f]{64}$/)
    .transform((hash) => hash.toLowerCase())
    .optional(),
})

/** The description of an image in a manifest. Only the file must be named. */
export type ManifestEntry = z.infer<typeof manifestEntry>

/**
 * Reads a manifest as it arrives.
 * @throws {Failure} BAD_REQUEST for the first invalid line, with its number and the file's name; see {@link
 * readJsonLines} for its bounds
 */
export const readManifest = (
  bytes: AsyncIterable<Uint8Array>,
  fileName = manifestName,
): AsyncGenerator<ManifestEntry> => readJsonLines(bytes, manifestEntry, { fileName, required: 'file' })

/** Creates a writer for the lines of a manifest, each with the line feed at its end. */
export async function createManifestWriter({ database, links }: Pick<SitePorts, 'database' | 'links'>) {
  const categories = new Map((await database.categories.list()).map(({ id, name }) => [id, name]))
  return {
    /** The names of an image's albums, in their owner's order. */
    async albumsOf({ id }: Pick<Image, 'id'>): Promise<string[]> {
      return (await database.albums.withImage(id)).map(({ name }) => name)
    },
    line(image: Image, { file, albums }: { file: string; albums: readonly string[] }): string {
      const { id, fileName, title, description, categoryId, createdAtMs, expiresAtMs } = image
      const entry: z.input<typeof manifestEntry> & { owner: string; type: string; bytes: number } = {
        file,
        id,
        address: links.direct(image),
        page: links.page(image),
        name: fileName,
        title,
        description,
        album: albums[0] ?? null,
        ...(albums.length > 1 && { albums: [...albums] }),
        category: categories.get(categoryId) ?? categoryId,
        createdAt: isoTime(createdAtMs),
        expiresAt: expiresAtMs === null ? null : isoTime(expiresAtMs),
        hash: image.file.address,
        owner: image.ownerName,
        type: image.file.type,
        bytes: image.file.sizeBytes,
      }
      return `${JSON.stringify(entry)}\n`
    },
  }
}
