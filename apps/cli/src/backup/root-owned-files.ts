import { existsSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Configuration } from '../configuration.ts'
import { pathOf } from '../url-path.ts'

/**
 * A hint for someone who has restored a site as root: a server of another user can't open its files. Otherwise
 * `undefined`.
 */
export function describeRootOwnedFiles({
  dataDirectory,
  databaseUrl,
  blobsUrl,
}: Configuration): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const elsewhere = [
    ...(databaseUrl.startsWith('sqlite:') ? [dirname(pathOf(databaseUrl))] : []),
    ...(blobsUrl.startsWith('file:') ? [pathOf(blobsUrl)] : []),
  ].filter((folder) => relative(dataDirectory, folder).startsWith('..'))
  const folders = [dataDirectory, ...elsewhere].filter((folder) => existsSync(folder))
  const owned = folders.find((folder) => statSync(folder).uid !== 0)
  const owner = owned === undefined ? 'USER:' : `--reference=${owned}`
  return (
    'This was run as root, so the restored files belong to root. Where the server runs as another user, ' +
    `give them to it before it starts: chown -R ${owner} ${folders.join(' ')}`
  )
}
