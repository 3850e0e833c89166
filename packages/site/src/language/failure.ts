import type { FailureText } from './chinese-reasons.ts'
import { failures } from './failures.ts'
import type { Message } from './message.ts'

/** A code of {@link failures}. */
export type FailureCode = keyof typeof failures

type FactsOf<C extends FailureCode> =
  Parameters<(typeof failures)[C]['message']> extends [infer Facts] ? Facts : unknown

/** A code with the facts that a caller needs to fix the problem. */
export type FailureFacts = { [C in FailureCode]: Flat<{ code: C } & FactsOf<C>> }[FailureCode]

type Flat<T> = { [K in keyof T]: T[K] }

/** The one error that domain code throws. It has a code and its facts, never an HTTP status. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly facts: FailureFacts

  constructor(facts: FailureFacts, options?: ErrorOptions) {
    const { message } = failures[facts.code]
    super((message as (facts: FailureFacts) => string)(facts), options)
    this.facts = facts
  }

  get code(): FailureCode {
    return this.facts.code
  }
}

/** Whether an error is the failure of a store or a database. */
export function isStorageFailure(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'STORAGE_FAILED'
}

/** Creates the refusal of an input. @param cause the error behind it */
export function badRequest(reason: Message, cause?: unknown): Failure {
  return new Failure({ code: 'BAD_REQUEST', reason }, cause === undefined ? {} : { cause })
}

/** Creates the refusal of one field of an input. @param field the input's name for it, such as `name` */
export function badField(field: string, reason: Message): Failure {
  return new Failure({ code: 'BAD_REQUEST', reason, field })
}

/** Creates the refusal of a change that the present state does not allow. */
export function conflict(reason: Message): Failure {
  return new Failure({ code: 'CONFLICT', reason })
}

/** Creates the refusal of a value that is already taken. @param field the input's name for it, such as `name` */
export function alreadyTaken(field: string, reason: Message): Failure {
  return new Failure({ code: 'CONFLICT', reason, field })
}

/** Creates the failure for something that does not exist. @param what its name */
export function notFound(what: Message): Failure {
  return new Failure({ code: 'NOT_FOUND', what })
}

/** The text of a failure for readers of pages. */
export function toldOf(facts: FailureFacts, language: 'en' | 'zh-CN'): FailureText {
  const [english, chinese] = failures[facts.code].people
  const told = (language === 'en' ? english : chinese) ?? new Failure(facts).message
  const text =
    typeof told === 'string' ? told : (told as (facts: FailureFacts) => string | FailureText)(facts)
  return typeof text === 'string' ? { message: text } : text
}
