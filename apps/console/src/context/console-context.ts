import { type Both, inLanguage } from '@pictoglyph/forms/both'
import type { Session } from '@pictoglyph/site/accounts/session-rows'
import type { Failure } from '@pictoglyph/site/language/failure'
import type { Actor, User } from '@pictoglyph/site/language/records'
import type { Address } from '@pictoglyph/site/network/address'
import type { Language } from '@pictoglyph/web/language'
import type { Theme } from '@pictoglyph/web/page/preferences'
import type { RequestContext, ServiceServer } from '@pictoglyph/web/request-context'
import type { Context } from 'hono'
import { createContext, useContext } from 'hono/jsx'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { ConsoleServices } from '../services.ts'
import type { Messages } from '../text/messages.ts'
import type { Notice } from './notice.ts'

/** Hono's types for a request. */
export interface ConsoleEnv {
  Bindings: ServiceServer
  Variables: SecureHeadersVariables & { context: ConsoleContext }
}

/** One request to the console, with everything that a page or an action needs. */
export interface ConsoleContext {
  readonly services: ConsoleServices
  readonly hono: Context<ConsoleEnv>
  readonly requestContext: RequestContext
  readonly address: Address | undefined
  readonly path: string
  readonly query: URLSearchParams
  /** The page of the form, for the redirect after sending it. */
  readonly page: string
  readonly language: Language
  readonly theme: Theme
  /** The visitor's IANA time zone; `undefined` until a script has sent it, and then days are in UTC. */
  readonly timeZone: string | undefined
  readonly text: Messages
  readonly csrfToken: string
  readonly notice: Notice | undefined
  /** The session and its user, if anyone is signed in. */
  readonly signedIn: { session: Session; user: User } | undefined
  /** The sent form; empty for a page. */
  readonly form: URLSearchParams
  /** The page's once-only value, sealed, for its forms to carry. */
  readonly shown?: string
  /** Why the form was refused, when its page is shown again. */
  readonly refusal: Failure | undefined
}

/** The context of a signed-in user. */
export interface SignedInContext extends ConsoleContext {
  readonly user: User
  readonly session: Session
  readonly actor: Actor
}

/** The context of the page being rendered, so that components need no parameter for it. */
export const PageContext = createContext<ConsoleContext | undefined>(undefined)

/** @throws {Error} outside a page */
export function useConsole(): ConsoleContext {
  const context = useContext(PageContext)
  if (context === undefined) throw new Error('a part of a page is rendered outside a page')
  return context
}

/** Selects texts of definitions in the visitor's language. */
export function useWords(): <Text>(both: Both<Text>) => Text {
  const { language } = useConsole()
  return (both) => inLanguage(language, both)
}
