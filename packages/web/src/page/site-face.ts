import { defaultPolicy, type Policy } from '@pictoglyph/site/policy'

/** What every public page shows of the site. */
export type SiteFace = Pick<Policy, 'site.name' | 'site.links' | 'site.abuse' | 'site.robots'>

/** A site that its operators have given no face. */
export const plainFace: SiteFace = defaultPolicy

/** A page's title with the name of the site, once. */
export function titleWith(title: string, site: string): string {
  return title === site ? title : `${title} · ${site}`
}
