import type { BegunSession } from '@pictoglyph/site/accounts/sign-in'
import { goTo } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'

const sessionCookieSeconds = 90 * 24 * 60 * 60

/** Gives the browser its new session, and ends its former one. */
export async function beginInBrowser(
  context: ConsoleContext,
  begun: BegunSession,
  target: string,
): Promise<Response> {
  const { services, hono, signedIn } = context
  if (signedIn !== undefined) await services.site.database.sessions.remove(signedIn.session.tokenHash)
  services.cookies.set(hono, 'session', begun.token, sessionCookieSeconds)
  services.cookies.remove(hono, 'visitor')
  services.cookies.remove(hono, 'pending')
  services.security?.('signin.succeeded', context.requestContext, { user: begun.user.name })
  return goTo(context, target)
}
