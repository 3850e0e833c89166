import { requiresSecondFactor } from '@pictoglyph/site/accounts/second-factors'
import { goTo, wantsJson } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import type { NoticeName } from '../context/notice.ts'
import type { ConsoleRoute } from '../routing/route.ts'

export const factorPath = '/account/second-factor'

/** Sets one's own password in place of a generated one. */
export const firstPasswordPath = '/account/first-password'

/** What anyone who has to set up a second factor may do besides. */
const openWhileSettingUp = new Set(['/sign-out', '/account/password', firstPasswordPath])

/**
 * What someone has to do before this route is theirs: set up a second factor that the policy asks for, before anything;
 * and change a generated password, before they run the site, make keys or give rights.
 * @returns the way there, or `undefined` where nothing is to be done
 */
export async function redirectToObligation(
  context: SignedInContext,
  route: ConsoleRoute,
): Promise<Response | undefined> {
  const { user, session, services } = context
  if (route.access === 'anyone') return undefined
  if (
    requiresSecondFactor(services.site.snapshot().policy, user, session) &&
    !route.path.startsWith(factorPath) &&
    !openWhileSettingUp.has(route.path) &&
    (await services.site.database.factors.list(user.id)).length === 0
  ) {
    return lead(context, factorPath, 'factorFirst')
  }
  const isRestricted = route.method === 'POST' && (route.access === 'operator' || route.proof)
  const isOpen = route.path.startsWith(factorPath) || route.path === firstPasswordPath
  if (user.hasGeneratedPassword && isRestricted && !isOpen) {
    return lead(context, '/account', 'passwordFirst')
  }
  return undefined
}

function lead(context: SignedInContext, path: string, name: NoticeName): Response {
  if (!wantsJson(context.hono)) return goTo(context, path, { name, about: '' })
  const error = { message: context.text.notice[name]('', '') }
  return context.hono.json({ ok: false, error }, 403)
}
