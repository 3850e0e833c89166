import { posix } from 'node:path'
import { type AlbumEntry, albumManifestName, readAlbumManifest } from '@pictoglyph/site/albums/album-manifest'
import { type ManifestEntry, manifestName, readManifest } from '@pictoglyph/site/images/manifest'
import { titleFromName } from '@pictoglyph/site/images/title-from-name'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'
import { bytesOf, type SourceFile } from './picture-source.ts'

/** A picture to import. */
export interface PlannedImage {
  path: string
  /** `undefined` if only the manifest has it. */
  file: SourceFile | undefined
  /** The file's name on the site. */
  name: string
  title: string
  description: string
  albums: string[]
  category: string | undefined
  createdAtMs: number | undefined
  expiresAtMs: number | null
  hash: string | undefined
  /** Its previous address. */
  address: string | undefined
  page: string | undefined
}

/** The manifest of a folder or an archive, also of an archive with all files in one folder. */
export const manifestIn = (
  files: readonly SourceFile[],
  name: typeof manifestName | typeof albumManifestName,
): SourceFile | undefined =>
  files.find(({ path }) => path === name) ??
  files.find(({ path }) => posix.basename(path) === name && path.split('/').length === 2)

/** The manifest's folder, where its paths begin. */
const folderOf = (manifest: SourceFile | undefined): string =>
  manifest === undefined ? '' : posix.dirname(manifest.path)

const mebibyte = 1024 * 1024

/** The manifest's entries for pictures, read from the beginning each time. @throws {Failure} BAD_REQUEST */
export async function* manifestEntries(
  file: SourceFile | undefined,
  name?: string,
): AsyncGenerator<ManifestEntry> {
  if (file !== undefined) yield* readManifest(bytesOf(file, 1024 * mebibyte), name)
}

/** The manifest's albums, with the planned paths of their pictures. @throws {Failure} BAD_REQUEST */
export async function planAlbums(file: SourceFile | undefined): Promise<AlbumEntry[]> {
  if (file === undefined) return []
  const folder = folderOf(file)
  const entries = await Array.fromAsync(readAlbumManifest(bytesOf(file, 64 * mebibyte)))
  return entries.map((entry) => ({
    ...entry,
    cover: entry.cover && posix.join(folder, entry.cover),
    order: entry.order?.map((path) => posix.join(folder, path)),
  }))
}

/**
 * Plans an import: pictures of the manifest by its entries, other files by their names, folders and dates.
 * @param options.manifest the file of the manifest, if it is one of the files: its paths begin in its folder
 * @param options.oldBase the former base address of the folder
 */
export async function* planImport(
  files: readonly SourceFile[],
  entries: AsyncIterable<ManifestEntry>,
  options: { manifest: SourceFile | undefined; oldBase: string | undefined },
): AsyncGenerator<PlannedImage> {
  const unlisted = new Map(files.map((file) => [file.path, file]))
  const byPath = new Map(unlisted)
  const folder = folderOf(options.manifest)
  for await (const entry of entries) {
    const path = posix.join(folder, entry.file)
    unlisted.delete(path)
    yield listedImage(entry, path, byPath.get(path))
  }
  for (const file of unlisted.values()) {
    if (!isOfExport(file.path)) yield plainImage(file, options.oldBase)
  }
}

const isOfExport = (path: string): boolean =>
  [manifestName, albumManifestName, 'index.html'].includes(posix.basename(path))

function listedImage(entry: ManifestEntry, path: string, file: SourceFile | undefined): PlannedImage {
  return {
    path,
    file,
    name: entry.name ?? posix.basename(path),
    title: entry.title ?? titleFromName(posix.basename(path)),
    description: entry.description ?? '',
    albums: entry.albums ?? (entry.album ? [entry.album] : []),
    category: entry.category ?? undefined,
    createdAtMs: entry.createdAt ?? file?.changedAtMs,
    expiresAtMs: entry.expiresAt ?? null,
    hash: entry.hash,
    address: entry.address,
    page: entry.page,
  }
}

function plainImage(file: SourceFile, oldBase: string | undefined): PlannedImage {
  const { path, changedAtMs } = file
  const folder = posix.dirname(path)
  return {
    path,
    file,
    name: posix.basename(path),
    title: titleFromName(posix.basename(path)),
    description: '',
    albums: folder === '.' ? [] : [[...folder].slice(-maxNameCharacters.album).join('')],
    category: undefined,
    createdAtMs: changedAtMs,
    expiresAtMs: null,
    hash: undefined,
    address:
      oldBase && `${withoutTrailingSlashes(oldBase)}/${path.split('/').map(encodeURIComponent).join('/')}`,
    page: undefined,
  }
}
