import { requiresSecondFactor } from '@pictoglyph/site/accounts/second-factors'
import { goTo, wantsJson } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import type { NoticeName } from '../context/notice.ts'
import type { ConsoleRoute } from '../routing/route.ts'

export const factorPath = '/account/second-factor'

/** Sets the user's own password in place of a generated one. */
export const firstPasswordPath = '/account/first-password'

/** Allowed for users who still have to set up a second factor. */
const openWhileSettingUp = new Set(['/sign-out', '/account/password', firstPasswordPath])

/**
 * The user's duties before this route: to set up a required second factor, before anything else; and to change a
 * generated password, before they run the site, create keys or give rights.
 * @returns a redirect, or `undefined` if there is none
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
