import type { ConsoleContext, SignedInContext } from '../context/console-context.ts'
import { maxFormBytes } from '../context/form-memory.ts'
import { addressOf, returnPath } from '../context/page-address.ts'

/** Who has access: anyone, members, or administrators. */
type Access = 'anyone' | 'member' | 'operator'

type Answer = Response | Promise<Response>
export type Show<C extends ConsoleContext = SignedInContext> = (context: C) => Answer

/** One address of the console. This is the only way to add one, so none can lack its access rule. */
export interface ConsoleRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: Access
  /** `rawBody`: the handler itself reads the body and checks the form's token. */
  readonly body: 'none' | 'form' | 'rawBody'
  readonly answer: Show<ConsoleContext>
  /** The form's largest size. */
  readonly maxFormBytes: number
  /** Whether the sender must have proved who they are in the last ten minutes. */
  readonly proof: boolean
  /** Shows the page again after a refusal. */
  readonly onRefused: Show<ConsoleContext> | undefined
  /** The address of the form's page, if it is about a single thing. */
  readonly page: PageOf | undefined
}

type PageOf = (context: ConsoleContext) => string

/** How a form is answered: its action, and the page that shows it again after a refusal. */
interface Action<C extends ConsoleContext = SignedInContext> {
  run: Show<C>
  onRefused?: Show<C>
  page?: PageOf
  /** Asks for the password or a code, unless one was given in the last ten minutes. */
  proof?: boolean
  /** For forms that need more than 64 KiB. */
  maxBytes?: number
}

const get = (access: Access, path: string, answer: Show<ConsoleContext>): ConsoleRoute => {
  return {
    method: 'GET',
    path,
    access,
    body: 'none',
    answer,
    maxFormBytes,
    proof: false,
    onRefused: undefined,
    page: undefined,
  }
}

const post = (access: Access, path: string, action: Action<ConsoleContext>): ConsoleRoute => {
  const { run, onRefused, page, proof = false, maxBytes = maxFormBytes } = action
  return {
    method: 'POST',
    path,
    access,
    body: 'form',
    answer: run,
    maxFormBytes: maxBytes,
    proof,
    onRefused,
    page,
  }
}

/** A page for anyone. */
export const openPage = (path: string, show: Show<ConsoleContext>): ConsoleRoute => get('anyone', path, show)

/** A form that anyone may send. */
export const openAction = (path: string, action: Action<ConsoleContext>): ConsoleRoute =>
  post('anyone', path, action)

/** A page for members. */
export const page = (path: string, show: Show): ConsoleRoute => get('member', path, forMember(show))

/** A form for members. */
export const action = (
  path: string,
  { run, onRefused, page, proof = false, maxBytes }: Action,
): ConsoleRoute =>
  post('member', path, {
    run: forMember(run),
    ...(maxBytes && { maxBytes }),
    proof,
    ...(onRefused && { onRefused: forMember(onRefused) }),
    ...(page && { page }),
  })

/** A page for administrators. */
export const operatorPage = (path: string, show: Show): ConsoleRoute => get('operator', path, forMember(show))

/** A form for administrators. It asks for a proof, unless it changes nothing for others. */
export const operatorAction = (
  path: string,
  { run, onRefused, page, proof = true, maxBytes }: Action,
): ConsoleRoute =>
  post('operator', path, {
    run: forMember(run),
    ...(maxBytes && { maxBytes }),
    proof,
    ...(onRefused && { onRefused: forMember(onRefused) }),
    ...(page && { page }),
  })

/** A form with a body that the handler streams. */
export const streamedAction = (path: string, run: Show): ConsoleRoute => ({
  ...post('member', path, { run: forMember(run) }),
  body: 'rawBody',
})

/** For routes that admit members only. */
function forMember(show: Show): Show<ConsoleContext> {
  return (context) => {
    if (!isMember(context)) throw new Error('a page for members was opened by somebody who is not signed in')
    return context.services.site.database.askedBy(context.user.id, async () => show(context))
  }
}

export function isMember(context: ConsoleContext): context is SignedInContext {
  return 'user' in context
}

/** Shows the page at `path` again, with the filter and the list position that the refused form came from. */
export function rerenderForm(show: Show, path: string): Show {
  return (context) => {
    const from = new URL(returnPath(context.form.get('return')), context.services.urls.console)
    const query = from.pathname === path ? from.searchParams : new URLSearchParams()
    return show({ ...context, path, query, page: addressOf({ path, query }) })
  }
}
