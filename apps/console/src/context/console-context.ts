import { type Both, inLanguage } from '@pictoglyph/forms/both'
import type { Failure } from '@pictoglyph/site/language/failure'
import type { Actor, Session, User } from '@pictoglyph/site/language/records'
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

/** What Hono passes along with a request. */
export interface ConsoleEnv {
  Bindings: ServiceServer
  Variables: SecureHeadersVariables & { context: ConsoleContext }
}

/** One request to the console and everything that a page or an action may ask about it. */
export interface ConsoleContext {
  readonly services: ConsoleServices
  readonly hono: Context<ConsoleEnv>
  readonly requestContext: RequestContext
  readonly address: Address | undefined
  readonly path: string
  readonly query: URLSearchParams
  /** The page that a form stands on, to come back to where sending it leads to none. */
  readonly page: string
  readonly language: Language
  readonly theme: Theme
  /** The reader's, by its IANA name; `undefined` until a script has told it: days are in UTC then. */
  readonly timeZone: string | undefined
  readonly text: Messages
  readonly csrfToken: string
  readonly notice: Notice | undefined
  /** Who is signed in, if anyone. */
  readonly signedIn: { session: Session; user: User } | undefined
  /** The form that was sent; empty on a plain page. */
  readonly form: URLSearchParams
  /** The value that this page shows this once, sealed, for its forms to carry. */
  readonly shown?: string
  /** Why the form was refused, on the page that shows it again. */
  readonly refusal: Failure | undefined
}

/** The context of someone who is signed in. */
export interface SignedInContext extends ConsoleContext {
  readonly user: User
  readonly session: Session
  readonly actor: Actor
}

/** The context that a page is rendered for, so that its parts need not hand it down. */
export const PageContext = createContext<ConsoleContext | undefined>(undefined)

/** @throws {Error} outside a page */
export function useConsole(): ConsoleContext {
  const context = useContext(PageContext)
  if (context === undefined) throw new Error('a part of a page is rendered outside a page')
  return context
}

/** Takes texts of definitions in the reader's language. */
export function useWords(): <Text>(both: Both<Text>) => Text {
  const { language } = useConsole()
  return (both) => inLanguage(language, both)
}
