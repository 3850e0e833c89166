/** @jsxImportSource hono/jsx */

import type { Category } from '@pictoglyph/site/categories'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import type { Album, ApiKey } from '@pictoglyph/site/language/records'
import { writeSpan } from '@pictoglyph/site/language/span'
import { typeName } from '@pictoglyph/site/language/type-name'
import { type SignedInContext, useConsole } from '../context/console-context.ts'

/** What the ids in a restriction are called. */
export interface NamesOfRestrictions {
  categories: readonly Category[]
  albums: readonly Album[]
}

export async function namesOfRestrictions({ services, user }: SignedInContext): Promise<NamesOfRestrictions> {
  const { database } = services.site
  const [categories, albums] = await Promise.all([database.categories.list(), database.albums.list(user.id)])
  return { categories, albums }
}

export const isRestricted = ({ binding, uploadsPerMinute, maxUploads, imageLifetimeMs }: ApiKey): boolean =>
  [uploadsPerMinute, maxUploads, imageLifetimeMs].some((bound) => bound !== null) ||
  Object.keys(binding).length > 0

interface Restrictions {
  apiKey: ApiKey
  names: NamesOfRestrictions
}

/** What a key may be used for only, a line each; nothing for a key without restrictions. */
export const KeyRestrictions = (props: Restrictions) => {
  const lines = useRestrictions(props)
  if (lines.length === 0) return null
  return (
    <ul class="restrictions small-text">
      {lines.map(([what, values]) => (
        <li>
          <span class="muted">{what}</span> {values}
        </li>
      ))}
    </ul>
  )
}

/** The same in one line, of which the rest is read on hovering. */
export const KeyRestrictionsInLine = (props: Restrictions) => {
  const words = useRestrictions(props)
    .map(([what, values]) => `${what} ${values}`)
    .join(' · ')
  return <span title={words}>{words}</span>
}

function useRestrictions({ apiKey, names }: Restrictions): [what: string, values: string][] {
  const { language, text } = useConsole()
  const lines: [string, string][] = []
  const { categoryIds, albumIds, types, maxBytes, networks, linkNames } = apiKey.binding
  const { restrictedTo } = text.key
  if (categoryIds) lines.push([restrictedTo.categoryIds, named(categoryIds, names.categories)])
  if (albumIds) lines.push([restrictedTo.albumIds, named(albumIds, names.albums)])
  if (types) lines.push([restrictedTo.types, types.map(typeName).join(', ')])
  if (maxBytes !== undefined) lines.push([restrictedTo.maxBytes, formatBytes(maxBytes, language)])
  if (networks) lines.push([restrictedTo.networks, networks.join(', ')])
  if (linkNames) lines.push([restrictedTo.linkNames, linkNames.join(', ')])
  if (apiKey.uploadsPerMinute !== null) {
    lines.push([text.key.uploadsPerMinute, apiKey.uploadsPerMinute.toLocaleString(language)])
  }
  if (apiKey.maxUploads !== null) {
    const made = `${apiKey.uploads.toLocaleString(language)} / ${apiKey.maxUploads.toLocaleString(language)}`
    lines.push([text.key.maxUploads, made])
  }
  if (apiKey.imageLifetimeMs !== null) lines.push([text.key.imageLifetime, writeSpan(apiKey.imageLifetimeMs)])
  return lines
}

/** An id whose thing is there no more stands for itself. */
function named(ids: readonly string[], known: readonly { id: string; name: string }[]): string {
  return ids.map((id) => known.find((one) => one.id === id)?.name ?? id).join(', ')
}
