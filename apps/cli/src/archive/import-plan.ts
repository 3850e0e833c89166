import { posix } from 'node:path'
import { type AlbumEntry, albumManifestName } from '@pictoglyph/site/albums/album-manifest'
import { type ManifestEntry, manifestName } from '@pictoglyph/site/images/manifest'
import { titleFromName } from '@pictoglyph/site/images/title-from-name'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'
import type { SourceFile } from './picture-source.ts'

/** A picture that is to be imported. */
export interface PlannedImage {
  path: string
  /** `undefined` for one that only the manifest has. */
  file: SourceFile | undefined
  /** The name that the file is to be known by. */
  name: string
  title: string
  description: string
  albums: string[]
  category: string | undefined
  createdAtMs: number | undefined
  expiresAtMs: number | null
  hash: string | undefined
  /** Where it was to be had until now. */
  address: string | undefined
  page: string | undefined
}

/** A manifest of a folder or an archive, also of an archive with all in one folder. */
export const manifestIn = (
  files: readonly SourceFile[],
  name: typeof manifestName | typeof albumManifestName,
): SourceFile | undefined =>
  files.find(({ path }) => path === name) ??
  files.find(({ path }) => posix.basename(path) === name && path.split('/').length === 2)

/** The folder in which a manifest stands, and where its paths begin. */
export const folderOf = (manifest: SourceFile | undefined): string =>
  manifest === undefined ? '' : posix.dirname(manifest.path)

/** What is said of albums, with the paths of their pictures as they are planned. */
export const planAlbums = (entries: readonly AlbumEntry[], folder: string): AlbumEntry[] =>
  entries.map((entry) => ({
    ...entry,
    cover: entry.cover && posix.join(folder, entry.cover),
    order: entry.order?.map((path) => posix.join(folder, path)),
  }))

/**
 * What is to be imported: what the manifest says, and of other files what their names, folders and dates say.
 * @param options.folder where the paths of the manifest begin
 * @param options.oldBase the address under which the folder was served
 */
export function planImport(
  files: readonly SourceFile[],
  manifest: readonly ManifestEntry[],
  options: { folder: string; oldBase: string | undefined },
): PlannedImage[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const listed = manifest.map((entry) => {
    const path = posix.join(options.folder, entry.file)
    return listedImage(entry, path, byPath.get(path))
  })
  const isListed = new Set(listed.map(({ path }) => path))
  const others = files.filter(({ path }) => !isListed.has(path) && !isOfExport(path))
  return [...listed, ...others.map((file) => plainImage(file, options.oldBase))]
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
