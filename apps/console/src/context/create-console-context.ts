import { findSession } from '@pictoglyph/site/accounts/sessions'
import type { Failure } from '@pictoglyph/site/language/failure'
import { randomBase62 } from '@pictoglyph/site/language/ids'
import { type Language, languages, negotiateLanguage } from '@pictoglyph/web/language'
import { type Theme, themes } from '@pictoglyph/web/page/preferences'
import { RequestContext } from '@pictoglyph/web/request-context'
import type { SecuritySubject } from '@pictoglyph/web/security-events'
import type { BunRequest } from 'bun'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ConsoleServices } from '../services.ts'
import { messagesIn } from '../text/messages.ts'
import type { ConsoleContext, ConsoleEnv, SignedInContext } from './console-context.ts'
import { csrfTokenOf } from './csrf-token.ts'
import { readNotice } from './notice.ts'
import { timeZoneOf } from './time-zone.ts'

const visitorSeconds = 12 * 60 * 60

/** Reads the visitor's session, language and notice from the request. */
export async function createConsoleContext(
  services: ConsoleServices,
  hono: Context<ConsoleEnv>,
): Promise<ConsoleContext> {
  const { cookies, site } = services
  const requestContext = new RequestContext(hono.req.raw as BunRequest, hono.env, services.clientAddress)
  const url = requestContext.target
  const language = languageOf(cookies.get(hono, 'language'), requestContext)
  const text = messagesIn[language]
  const token = cookies.get(hono, 'session')
  const contextOf = (signedIn: ConsoleContext['signedIn']): ConsoleContext => ({
    services,
    hono,
    requestContext,
    address: requestContext.address(),
    path: url.pathname,
    query: url.searchParams,
    page: '/',
    language,
    theme: themeOf(cookies.get(hono, 'theme')),
    timeZone: timeZoneOf(getCookie(hono, 'zone')),
    text,
    csrfToken: csrfTokenOf(
      signedIn !== undefined && token !== undefined ? token : visitorSecret(services, hono),
    ),
    notice: takeNotice(services, hono, text),
    signedIn,
    form: new URLSearchParams(),
    refusal: undefined,
  })
  try {
    return contextOf(token === undefined ? undefined : await findSession(site, token))
  } catch (error) {
    // The error page needs the visitor's language.
    hono.set('context', contextOf(undefined))
    throw error
  }
}

/** The same context with its session and user read again, for example after a long body. */
export async function reload(context: ConsoleContext): Promise<ConsoleContext> {
  const { services, hono, signedIn } = context
  const token = services.cookies.get(hono, 'session')
  if (signedIn === undefined || token === undefined) return context
  return { ...context, signedIn: await findSession(services.site, token) }
}

/** The same context with its form, and the reason of its refusal. */
export function withForm<C extends ConsoleContext>(context: C, form: URLSearchParams, refusal?: Failure): C {
  return { ...context, form, refusal }
}

/** The context of a signed-in member, or `undefined`. */
export function asMember(context: ConsoleContext): SignedInContext | undefined {
  if (context.signedIn === undefined) return undefined
  const { user, session } = context.signedIn
  const actor = { name: user.name, userId: user.id, address: context.address?.text ?? 'unknown' }
  return { ...context, user, session, actor }
}

/** The subject of a security event: the signed-in user. */
export const userOf = ({ signedIn }: ConsoleContext): SecuritySubject => ({ user: signedIn?.user.name })

/** A secret of the browser, which protects forms before anyone has signed in. */
function visitorSecret({ cookies }: ConsoleServices, hono: Context<ConsoleEnv>): string {
  const known = cookies.get(hono, 'visitor')
  if (known !== undefined && /^[0-9A-Za-z]{43}$/.test(known)) return known
  const secret = randomBase62(43)
  cookies.set(hono, 'visitor', secret, visitorSeconds)
  return secret
}

function takeNotice({ cookies }: ConsoleServices, hono: Context<ConsoleEnv>, text: ConsoleContext['text']) {
  const written = cookies.get(hono, 'notice')
  if (written === undefined || hono.req.method !== 'GET') return undefined
  cookies.remove(hono, 'notice')
  return readNotice(written, text)
}

function languageOf(chosen: string | undefined, requestContext: RequestContext): Language {
  const known = languages.find((language) => language === chosen)
  return known ?? negotiateLanguage(requestContext.header('accept-language'))
}

const themeOf = (chosen: string | undefined): Theme => themes.find((theme) => theme === chosen) ?? 'system'
