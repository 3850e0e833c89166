import { defaultPolicy, type Policy } from '@pictoglyph/site/policy'

/** The site's own settings for every public page. */
export type SiteFace = Pick<Policy, 'site.name' | 'site.links' | 'site.abuse' | 'site.robots'>

/** A site without such settings. */
export const plainFace: SiteFace = defaultPolicy

/** A page's title with the site's name, once. */
export function titleWith(title: string, site: string): string {
  return title === site ? title : `${title} · ${site}`
}
