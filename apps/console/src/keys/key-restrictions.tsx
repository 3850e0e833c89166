/** @jsxImportSource hono/jsx */

import type { Category } from '@pictoglyph/site/categories'
import {
  allRestrictions,
  type KeyRestrictions as Given,
  type RestrictionName,
  restrictionsOf,
} from '@pictoglyph/site/keys/restrictions'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import type { Album, ApiKey } from '@pictoglyph/site/language/records'
import { writeSpan } from '@pictoglyph/site/language/span'
import { typeName } from '@pictoglyph/site/language/type-name'
import { type SignedInContext, useConsole, useWords } from '../context/console-context.ts'

/** Names for the ids in a restriction. */
export interface NamesOfRestrictions {
  categories: readonly Category[]
  albums: readonly Album[]
}

export async function namesOfRestrictions({ services, user }: SignedInContext): Promise<NamesOfRestrictions> {
  const { database } = services.site
  const [categories, albums] = await Promise.all([database.categories.list(), database.albums.list(user.id)])
  return { categories, albums }
}

export const isRestricted = (key: ApiKey): boolean => Object.keys(restrictionsOf(key)).length > 0

interface Restrictions {
  apiKey: ApiKey
  names: NamesOfRestrictions
}

/** The restrictions of a key, one per line; nothing if there are none. */
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

/** The restrictions in one line; hovering shows the rest. */
export const KeyRestrictionsInLine = (props: Restrictions) => {
  const words = useRestrictions(props)
    .map(([what, values]) => `${what} ${values}`)
    .join(' · ')
  return <span title={words}>{words}</span>
}

function useRestrictions({ apiKey, names }: Restrictions): [what: string, values: string][] {
  const { language } = useConsole()
  const words = useWords()
  const number = (value: number) => value.toLocaleString(language)
  const inWords: { [Name in RestrictionName]: (value: Required<Given>[Name]) => string } = {
    categoryIds: (ids) => named(ids, names.categories),
    albumIds: (ids) => named(ids, names.albums),
    types: (types) => types.map(typeName).join(', '),
    maxBytes: (bytes) => formatBytes(bytes, language),
    networks: (networks) => networks.join(', '),
    linkNames: (links) => links.join(', '),
    uploadsPerMinute: number,
    maxUploads: (most) => `${number(apiKey.uploads)} / ${number(most)}`,
    imageLifetimeMs: writeSpan,
  }
  const given = restrictionsOf(apiKey)
  return allRestrictions.flatMap(([name, { label, inLine = label }]) => {
    const value = given[name]
    return value === undefined ? [] : [[words(inLine), inWords[name](value as never)]]
  })
}

/** Names by id; the id itself if the thing no longer exists. */
function named(ids: readonly string[], known: readonly { id: string; name: string }[]): string {
  return ids.map((id) => known.find((one) => one.id === id)?.name ?? id).join(', ')
}
