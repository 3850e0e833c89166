import { type Failure, findSession, randomBase62 } from '@pictoglyph/core'
import { Exchange, type Language, languages, negotiateLanguage } from '@pictoglyph/http'
import type { BunRequest } from 'bun'
import type { Context } from 'hono'
import type { ConsoleServices } from '../services.ts'
import { catalogues } from '../text/catalogue.ts'
import { csrfTokenOf } from './csrf-token.ts'
import { readNotice } from './notice.ts'
import type { ConsoleEnv, MemberVisit, Visit } from './visit.ts'

const visitorSeconds = 12 * 60 * 60

/** Finds out who visits, in which language, and with what left to tell from the page before. */
export async function createVisit(services: ConsoleServices, context: Context<ConsoleEnv>): Promise<Visit> {
  const { cookies, site } = services
  const exchange = new Exchange(context.req.raw as BunRequest, context.env, services.callerAddress)
  const url = exchange.target
  const language = languageOf(cookies.get(context, 'language'), exchange)
  const text = catalogues[language]
  const token = cookies.get(context, 'session')
  const signedIn = token === undefined ? undefined : await findSession(site, token)
  const secret = signedIn !== undefined && token !== undefined ? token : visitorSecret(services, context)
  return {
    services,
    context,
    exchange,
    address: exchange.address(),
    path: url.pathname,
    query: url.searchParams,
    page: '/',
    language,
    text,
    csrfToken: csrfTokenOf(secret),
    notice: takeNotice(services, context, text),
    signedIn,
    form: new URLSearchParams(),
    refusal: undefined,
  }
}

/** The same visit with what has become of its session and user since it began, such as while a body arrived. */
export async function lookAgain(visit: Visit): Promise<Visit> {
  const { services, context, signedIn } = visit
  const token = services.cookies.get(context, 'session')
  if (signedIn === undefined || token === undefined) return visit
  return { ...visit, signedIn: await findSession(services.site, token) }
}

/** The same visit with its form, and why it was refused. */
export function withForm<V extends Visit>(visit: V, form: URLSearchParams, refusal?: Failure): V {
  return { ...visit, form, refusal }
}

/** The visit as that of the member who is signed in. */
export function asMember(visit: Visit): MemberVisit | undefined {
  if (visit.signedIn === undefined) return undefined
  const { user, session } = visit.signedIn
  const actor = { name: user.name, userId: user.id, address: visit.address?.text ?? 'unknown' }
  return { ...visit, user, session, actor }
}

/** A secret of the browser's own, so that forms are safe before anybody has signed in. */
function visitorSecret({ cookies }: ConsoleServices, context: Context<ConsoleEnv>): string {
  const known = cookies.get(context, 'visitor')
  if (known !== undefined && /^[0-9A-Za-z]{43}$/.test(known)) return known
  const secret = randomBase62(43)
  cookies.set(context, 'visitor', secret, visitorSeconds)
  return secret
}

function takeNotice({ cookies }: ConsoleServices, context: Context<ConsoleEnv>, text: Visit['text']) {
  const written = cookies.get(context, 'notice')
  if (written === undefined || context.req.method !== 'GET') return undefined
  cookies.remove(context, 'notice')
  return readNotice(written, text)
}

function languageOf(chosen: string | undefined, exchange: Exchange): Language {
  const known = languages.find((language) => language === chosen)
  return known ?? negotiateLanguage(exchange.header('accept-language'))
}
