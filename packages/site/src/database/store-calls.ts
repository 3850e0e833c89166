import { Failure, type FailureFacts } from '../language/failure.ts'
import { systemErrorCode } from '../platform/system-error-code.ts'
import type { SiteDatabase } from './database.ts'
import type { MethodCall } from './stores.ts'

type Methods = Readonly<Record<string, (...parameters: readonly unknown[]) => unknown>>

/** Calls a method and returns its result. @throws {TypeError} if there is no such method */
export async function callMethod(
  database: SiteDatabase,
  { store, method, parameters }: MethodCall,
): Promise<unknown> {
  const methods = (store === 'database' ? database : database[store]) as unknown as Methods
  if (methods[method] === undefined) throw new TypeError(`There is no ${store}.${method} to call.`)
  return methods[method](...parameters)
}

/** A call to a thread or process, with one method of a store or of the database itself. */
export interface Call extends MethodCall {
  id: number
  /** The caller's time; `null` for the system's. */
  nowMs: number | null
}

/** Messages to the caller: first that it is ready or has failed, then one reply to each call, in any order. */
export type CallReply =
  | { kind: 'ready' }
  | { kind: 'unable'; error: SentError }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; error: SentError }

/** An error as plain data: instances of a class can't be sent. */
type SentError = { facts: FailureFacts; cause: SentFault | null } | SentFault

/** An error other than a {@link Failure}, with its facts for the log. */
interface SentFault {
  name: string
  message: string
  code: string | null
  stack: string | null
}

/** Calls the method, and returns a reply with its result or error. */
export async function answerCall(database: SiteDatabase, call: Call): Promise<CallReply> {
  try {
    return { kind: 'done', id: call.id, value: await callMethod(database, call) }
  } catch (error) {
    return { kind: 'failed', id: call.id, error: sendError(error) }
  }
}

/** Converts an error to plain data, for another thread or process. */
export function sendError(error: unknown): SentError {
  if (!(error instanceof Failure)) return sendFault(error)
  return { facts: error.facts, cause: error.cause === undefined ? null : sendFault(error.cause) }
}

/** Restores the error from {@link sendError}. */
export function receiveError(sent: SentError): Error {
  if ('message' in sent) return receiveFault(sent)
  return new Failure(sent.facts, sent.cause === null ? {} : { cause: receiveFault(sent.cause) })
}

function sendFault(error: unknown): SentFault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: null, stack: null }
  const { name, stack = null } = error
  const code = systemErrorCode(error) ?? null
  const message = code === null || error.message.includes(code) ? error.message : `${error.message} (${code})`
  return { name, message, code, stack }
}

function receiveFault({ name, message, code, stack }: SentFault): Error {
  const error = code === null ? new Error(message) : Object.assign(new Error(message), { code })
  error.name = name
  if (stack !== null) error.stack = stack
  return error
}
