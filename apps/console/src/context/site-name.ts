import type { ConsoleContext } from './console-context.ts'

/** What the operators call the site. */
export function siteNameOf({ services }: Pick<ConsoleContext, 'services'>): string {
  return services.site.snapshot().policy['site.name']
}
