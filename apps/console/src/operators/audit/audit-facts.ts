import type { AuditFacts } from '@pictoglyph/forms/audit-facts'
import type { SiteDatabase } from '@pictoglyph/site/database'
import type { AuditEntry } from '@pictoglyph/site/language/records'

/** The facts of each entry, with the names of its ids, current or at the time of the change. */
export async function factsOf(database: SiteDatabase, entries: readonly AuditEntry[]): Promise<AuditFacts[]> {
  const found = new Map<string, Promise<string | undefined>>()
  const nameOf = (kind: string, id: string) => {
    const known = found.get(`${kind} ${id}`)
    if (known !== undefined) return known
    const asked = lookUp(database, kind, id)
    found.set(`${kind} ${id}`, asked)
    return asked
  }
  return Promise.all(entries.map((entry) => facts(entry, nameOf)))
}

async function facts(
  { action, subject, before, after, actor, actorUserId }: AuditEntry,
  nameOf: (kind: string, id: string) => Promise<string | undefined>,
): Promise<AuditFacts> {
  const [kind = ''] = action.split('.')
  const isAll = field(after, 'keys') === 'all'
  const [was, is] = [simpleValue(before), simpleValue(after)]
  const ownerId =
    text(field(before, 'ownerId')) || text(field(after, 'ownerId')) || text(field(after, 'userId'))
  const owner = text(field(before, 'owner')) || (await nameOf('user', ownerId)) || ''
  const name = await nameOf(isAll ? 'user' : kind, subject)
  return {
    what: name || text(field(after, 'name')) || text(field(before, 'name')) || subject,
    count: countOf(after) ?? countOf(before) ?? 1,
    owner: ownerId === actorUserId || owner === actor ? '' : owner,
    from: was,
    to: is,
    isAll,
  }
}

/** Looks a name up by id. Ids have at most 64 letters; others are not looked up. */
async function lookUp(database: SiteDatabase, kind: string, id: string): Promise<string | undefined> {
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) return undefined
  switch (kind) {
    case 'user':
    case 'session':
      return (await database.users.byId(id))?.name
    case 'key':
      return (await database.keys.byId(id))?.name
    case 'category':
      return (await database.categories.byId(id))?.name
    case 'album':
      return (await database.albums.byId(id))?.name
    case 'image':
      return (await database.images.byIdWithDeleted(id))?.title
    default:
      return undefined
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A simple former or new value: the value itself, or that of a name, role, link or setting. */
function simpleValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(simpleValue).join(', ')
  for (const name of ['name', 'role', 'displayName', 'label', 'id', 'list']) {
    const written = field(value, name)
    if (typeof written === 'string') return written
  }
  return ''
}

function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length
  const ids = field(value, 'ids')
  const images = field(value, 'images')
  return Array.isArray(ids) ? ids.length : typeof images === 'number' ? images : undefined
}
