import { z } from 'zod'
import { readJsonLines } from '../language/json-lines.ts'
import type { Album } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'

/** The name of the file that says what the albums of a manifest are: JSON, a line an album. */
export const albumManifestName = 'albums.jsonl'

const albumEntry = z.object({
  name: z.string().min(1),
  description: z.string().default(''),
  /** The path of the picture that is its cover, if one was chosen. */
  cover: z.string().nullish(),
  /** The address of its public page, if it has one. */
  page: z.url().nullish(),
  /** Whether an address leads to any of its images. */
  random: z.boolean().default(false),
  /** The paths of its pictures in their order by hand, if they have one. */
  order: z.array(z.string()).nullish(),
})

/** What a line says of an album. */
export type AlbumEntry = z.infer<typeof albumEntry>

/** Reads what albums are, as it arrives. @throws {Failure} BAD_REQUEST for the first line that is none, with its number */
export const readAlbumManifest = (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<AlbumEntry> =>
  readJsonLines(bytes, albumEntry, { fileName: albumManifestName, required: 'name' })

/**
 * The line of an album, with the line feed at its end.
 * @param order its pictures by their ids, in their order
 * @param fileOf the path of a picture; `undefined` for one that is not there
 */
export function albumLine(
  { links }: Pick<SitePorts, 'links'>,
  { name, description, coverImageId, publicToken, hasRandomLink, isArranged }: Album,
  order: readonly string[],
  fileOf: (id: string) => string | undefined,
): string {
  const entry: z.input<typeof albumEntry> = {
    name,
    description,
    cover: (coverImageId === null ? undefined : fileOf(coverImageId)) ?? null,
    page: publicToken === null ? null : links.album(publicToken),
    random: hasRandomLink,
    order: isArranged ? order.flatMap((id) => fileOf(id) ?? []) : null,
  }
  return `${JSON.stringify(entry)}\n`
}
