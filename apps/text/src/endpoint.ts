import { CodecError } from '@pictoglyph/codec/failure'
import { badRequest, Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import { message, verbatim } from '@pictoglyph/site/language/message'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Handler } from '@pictoglyph/web/service'
import type { AdmittedRequest } from './access/admission.ts'
import { limitHeaders } from './access/limit-headers.ts'
import { type BodyReader, isBrokenBody, type JsonObject, parseJsonObject } from './body/json-body.ts'

export type EndpointName = 'encrypt' | 'decrypt' | 'options'

/** The outcome of a request to an endpoint. */
export type Outcome = 'ok' | FailureCode

export interface EndpointOptions {
  admit: (context: RequestContext) => AdmittedRequest | Promise<AdmittedRequest>
  readBody: BodyReader
  clock: () => number
  onAnswer: ((endpoint: EndpointName, outcome: Outcome) => void) | undefined
}

/** The work of an endpoint for an admitted request. */
type Work = (admitted: AdmittedRequest) => Response | Promise<Response>

/** The work of an endpoint with a body. */
export type BodyWork = (body: JsonObject, admitted: AdmittedRequest) => Response | Promise<Response>

/** Converts an error to a failure, counts it, and sets the limit's headers on the answer. */
export type FailureOf = (
  name: EndpointName,
  context: RequestContext,
  admitted: AdmittedRequest | undefined,
  error: unknown,
) => unknown

/**
 * Creates endpoints that read nothing of a request before admission. Answers to failures have the limit's headers,
 * and the codec's errors become the site's.
 *
 * Only real promises are awaited, because each costs a short request some percent of its time.
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

/** Converts errors about a client's input, from the server or the codec, to the site's. Returns others unchanged. */
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
