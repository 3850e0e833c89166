import { CodecError } from '@pictoglyph/codec/failure'
import { badRequest, Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import { message, verbatim } from '@pictoglyph/site/language/message'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Handler } from '@pictoglyph/web/service'
import type { AdmittedRequest } from './access/admission.ts'
import { limitHeaders } from './access/limit-headers.ts'
import { type BodyReader, isBrokenBody, type JsonObject, parseJsonObject } from './body/json-body.ts'

export type EndpointName = 'encrypt' | 'decrypt' | 'options'

/** How a request to an endpoint ended. */
export type Outcome = 'ok' | FailureCode

export interface EndpointOptions {
  admit: (context: RequestContext) => AdmittedRequest | Promise<AdmittedRequest>
  readBody: BodyReader
  clock: () => number
  onAnswer: ((endpoint: EndpointName, outcome: Outcome) => void) | undefined
}

/** Does the work of an endpoint for a request that has been let in. */
type Work = (admitted: AdmittedRequest) => Response | Promise<Response>

/** The same for an endpoint that takes a body. */
export type BodyWork = (body: JsonObject, admitted: AdmittedRequest) => Response | Promise<Response>

/** Makes a failure of what was thrown, counts it, and leaves the limit's headers on the answer. */
export type FailureOf = (
  name: EndpointName,
  context: RequestContext,
  admitted: AdmittedRequest | undefined,
  error: unknown,
) => unknown

/**
 * Binds work to the policy before it: nothing of a request is read until it has been let in. Failures are answered
 * with the headers of the limit, those of the codec as the site's own.
 *
 * A promise is awaited only if there is one: each costs a short request some percent of its time.
 */
export function createEndpoints({ admit, readBody, clock, onAnswer }: EndpointOptions) {
  function failureOf(
    name: EndpointName,
    context: RequestContext,
    admitted: AdmittedRequest | undefined,
    error: unknown,
  ) {
    const failure = siteFailure(error)
    if (admitted !== undefined) context.failureHeaders = limitHeaders(admitted, clock())
    onAnswer?.(name, failure instanceof Failure ? failure.code : 'INTERNAL')
    return failure
  }

  return {
    failureOf,

    endpoint(name: EndpointName, work: Work): Handler {
      return async (context, answerFailure) => {
        let admitted: AdmittedRequest | undefined
        try {
          const admission = admit(context)
          admitted = admission instanceof Promise ? await admission : admission
          const worked = work(admitted)
          const answer = worked instanceof Promise ? await worked : worked
          onAnswer?.(name, 'ok')
          return answer
        } catch (error) {
          return answerFailure(context, failureOf(name, context, admitted, error))
        }
      }
    },

    endpointWithBody(name: EndpointName, work: BodyWork): Handler {
      return async (context, answerFailure) => {
        let admitted: AdmittedRequest | undefined
        try {
          const admission = admit(context)
          admitted = admission instanceof Promise ? await admission : admission
          const worked = work(parseJsonObject(await readBody(admitted)), admitted)
          const answer = worked instanceof Promise ? await worked : worked
          onAnswer?.(name, 'ok')
          return answer
        } catch (error) {
          return answerFailure(context, failureOf(name, context, admitted, error))
        }
      }
    },
  }
}

/** What the server and the codec say of a client's input, in the site's words; anything else is what it is. */
function siteFailure(error: unknown): unknown {
  if (isBrokenBody(error)) {
    return badRequest(message('The body broke off.'), error)
  }
  if (!(error instanceof CodecError)) return error
  switch (error.code) {
    case 'UNRECOGNIZED':
    case 'DAMAGED':
      return new Failure({ code: 'DECODE_FAIL', reason: verbatim(error.message) }, { cause: error })
    case 'TEXT_LENGTH':
    case 'CIPHER_LENGTH':
    case 'KEY_NEEDED':
    case 'KEY_LENGTH':
      return badRequest(verbatim(error.message), error)
    case 'BAD_CHARSET':
    case 'BAD_SCHEME':
    case 'DERIVATION_NEEDED':
      return error
  }
}
