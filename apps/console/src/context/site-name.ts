import type { ConsoleContext } from './console-context.ts'

/** The site's name, chosen by the operators. */
export function siteNameOf({ services }: Pick<ConsoleContext, 'services'>): string {
  return services.site.snapshot().policy['site.name']
}
