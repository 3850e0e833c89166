import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import { notFound } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { readIds } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { Actor, Category } from '../language/records.ts'
import { maxNameCharacters, readName } from '../language/text-field.ts'
import type { SitePorts } from '../site-ports.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

/** Adds an enabled category at the end. Its id is made from its name if that is readable and free. */
export async function addCategory(site: Site, actor: Actor, givenName: string): Promise<Category> {
  const name = readName(givenName, { least: 1, most: maxNameCharacters.category })
  const slug = name.toLowerCase().replace(/\s+/g, '-')
  const readable = /^[a-z0-9][a-z0-9_-]{0,39}$/.test(slug)
  const isFree = readable && (await site.database.categories.byId(slug)) === undefined
  const id = isFree ? slug : newId()
  const createdAtMs = site.clock()
  const audit = auditDraft(actor, createdAtMs, { action: 'category.add', subject: id, after: { name } })
  return site.database.categories.add({ id, name, enabled: true, createdAtMs }, audit)
}

/** @throws {Failure} NOT_FOUND */
export async function setCategoryEnabled(
  site: Site,
  actor: Actor,
  id: string,
  enabled: boolean,
): Promise<void> {
  const before = await findCategory(site, id)
  const audit = auditDraft(actor, site.clock(), {
    action: enabled ? 'category.enable' : 'category.disable',
    subject: id,
    before: { enabled: before.enabled },
    after: { enabled },
  })
  await site.database.categories.setEnabled(id, enabled, audit)
}

/** @throws {Failure} NOT_FOUND, BAD_REQUEST, CONFLICT */
export async function renameCategory(site: Site, actor: Actor, id: string, givenName: string): Promise<void> {
  const name = readName(givenName, { least: 1, most: maxNameCharacters.category })
  const before = await findCategory(site, id)
  const change: AuditChange = {
    action: 'category.rename',
    subject: id,
    before: { name: before.name },
    after: { name },
  }
  await site.database.categories.rename(id, name, auditDraft(actor, site.clock(), change))
}

/** @throws {Failure} NOT_FOUND */
export async function findCategory(site: Pick<SitePorts, 'database'>, id: string): Promise<Category> {
  const category = await site.database.categories.byId(id)
  if (category === undefined) throw notFound(message('The category "{id}"', { id }))
  return category
}

/** Puts the categories into this order; categories that are left out follow. @throws {Failure} NOT_FOUND, BAD_REQUEST */
export async function arrangeCategories(site: Site, actor: Actor, given: readonly string[]): Promise<void> {
  const ids = readIds(given)
  const before = (await site.database.categories.list()).map((category) => category.id)
  const change: AuditChange = {
    action: 'category.arrange',
    subject: 'categories',
    before: { ids: before },
    after: { ids },
  }
  await site.database.categories.arrange(ids, auditDraft(actor, site.clock(), change))
}
