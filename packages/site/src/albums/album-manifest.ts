import { z } from 'zod'
import { readJsonLines } from '../language/json-lines.ts'
import type { Album } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'

/** The name of a manifest's file of albums: JSON, one line per album. */
export const albumManifestName = 'albums.jsonl'

const albumEntry = z.object({
  name: z.string().min(1),
  description: z.string().default(''),
  /** The path of the cover image, if one was chosen. */
  cover: z.string().nullish(),
  /** The address of its public page, if it has one. */
  page: z.url().nullish(),
  /** Whether the album has a random link. */
  random: z.boolean().default(false),
  /** The paths of the images in manual order, if the album has one. */
  order: z.array(z.string()).nullish(),
})

/** An album in a manifest. */
export type AlbumEntry = z.infer<typeof albumEntry>

/** Reads albums as they arrive. @throws {Failure} BAD_REQUEST for the first invalid line, with its number */
export const readAlbumManifest = (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<AlbumEntry> =>
  readJsonLines(bytes, albumEntry, { fileName: albumManifestName, required: 'name' })

/**
 * The line of an album, with the line feed at its end.
 * @param order the ids of its images, in their order
 * @param fileOf the path of an image; `undefined` if the manifest lacks the image
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
