import type { AuditDraft, Category } from '../../records.ts'

/** Categories, in the operator's order. */
export interface CategoryStore {
  /** @throws {Failure} CONFLICT for a name that is taken, or more categories than `maxListed` lets a site have */
  add(category: Omit<Category, 'position'>, audit: AuditDraft): Promise<Category>
  byId(id: string): Promise<Category | undefined>
  /** In the operator's order. */
  list(): Promise<Category[]>
  setEnabled(id: string, enabled: boolean, audit: AuditDraft): Promise<void>
  rename(id: string, name: string, audit: AuditDraft): Promise<void>
  /** Puts the categories into this order; ids that are left out follow in their old order. */
  arrange(ids: readonly string[], audit: AuditDraft): Promise<void>
  /** Live images of each category, by id. */
  counts(): Promise<Map<string, number>>
  /** Keys that are not revoked and have a category as their default, counted by its id. */
  defaultsOfKeys(): Promise<Map<string, number>>
}
