import { resolve } from 'node:path'
import { isWithin } from 'pictoglyph-client/written-file'

/** The path in `sqlite:PATH` or `file:PATH`, relative or absolute, also in the form `file:///PATH`. */
export function pathOf(url: string): string {
  return resolve(url.replace(/^[a-z]+:/, '').replace(/^\/\/(?=\/)/, ''))
}

/** The site's folder that contains a folder: the data directory, or the folder itself if that is elsewhere. */
export function ownFolderOf(folder: string, dataDirectory: string): string {
  return isWithin(dataDirectory, folder) ? dataDirectory : folder
}
