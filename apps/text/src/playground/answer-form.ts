import { Failure, type FailureFacts, toldOf } from '@pictoglyph/site/language/failure'
import type { Language } from '@pictoglyph/web/language'
import { readPreferences } from '@pictoglyph/web/page/preferences'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Handler } from '@pictoglyph/web/service'
import type { AdmittedRequest } from '../access/admission.ts'
import { type BodyReader, decodeUtf8, requireFormContent } from '../body/json-body.ts'
import type { BodyWork, EndpointOptions, FailureOf } from '../endpoint.ts'
import { messagesIn, nameIn, type PlaygroundMessages, refusalIn } from './messages.ts'
import type { FilledForm } from './plain-form.tsx'

export interface AnswerFormOptions extends Pick<EndpointOptions, 'admit' | 'onAnswer'> {
  readBody: BodyReader
  encrypt: BodyWork
  decrypt: BodyWork
  failureOf: FailureOf
  /** Renders the page with a sent form, and with the status and headers of its answer. */
  show: (context: RequestContext, filled: FilledForm, answer: Response) => Promise<Response>
}

/** The body of either endpoint's answer. */
interface Answer {
  data?: {
    cipher?: string
    text?: string
    needKey?: true
    charsetName?: string
    algoName?: string
    algoType?: string
    doubtful?: true
  }
}

/**
 * Creates the handler of `POST /`, the form of a page without script. Admission, limits and work are those of the
 * endpoint that the form's button names.
 */
export function createAnswerForm(options: AnswerFormOptions): Handler {
  const { admit, onAnswer, readBody, encrypt, decrypt, failureOf, show } = options
  return async (context, answerFailure) => {
    const { language } = readPreferences(context)
    const messages = messagesIn(language)
    let admitted: AdmittedRequest | undefined
    let form = new URLSearchParams()
    try {
      admitted = await admit(context)
      form = new URLSearchParams(decodeUtf8(await readBody(admitted, requireFormContent)))
      const name = endpointOf(form)
      const answer = await (name === 'encrypt' ? encrypt : decrypt)(bodyOf(form), admitted)
      onAnswer?.(name, 'ok')
      return await show(context, filledBy(form, await answer.json(), messages), answer)
    } catch (error) {
      const failure = failureOf(endpointOf(form), context, admitted, error)
      const said = wordsOf(failure instanceof Failure ? failure.facts : { code: 'INTERNAL' }, language)
      const filled: FilledForm = { ...withoutAnswer(form, sentIn(form)), said, tone: 'bad' }
      return await show(context, filled, await answerFailure(context, failure))
    }
  }
}

const endpointOf = (form: URLSearchParams) => (form.get('does') === 'decrypt' ? 'decrypt' : 'encrypt')

/** Converts line breaks back. Forms send each as CR and LF. */
const written = (form: URLSearchParams, name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n')

function bodyOf(form: URLSearchParams): Record<string, string> {
  const key = form.get('key') ?? ''
  if (endpointOf(form) === 'decrypt') return { cipher: written(form, 'cipher'), key }
  return {
    text: written(form, 'text'),
    charsetId: form.get('charsetId') ?? '',
    algorithmId: form.get('algorithmId') ?? '',
    key,
  }
}

const sentIn = (form: URLSearchParams) => ({
  text: written(form, 'text'),
  cipher: written(form, 'cipher'),
  charsetId: form.get('charsetId') ?? '',
  algorithmId: form.get('algorithmId') ?? '',
})

function filledBy(form: URLSearchParams, { data }: Answer, messages: PlaygroundMessages): FilledForm {
  const sent = sentIn(form)
  const { cipher, text, charsetName = '', algoName = '', algoType = '', doubtful } = data ?? {}
  if (data?.needKey)
    return { ...withoutAnswer(form, sent), said: messages.keyWanted(algoType), tone: 'plain' }
  if (cipher !== undefined)
    return {
      ...sent,
      cipher,
      said: messages.encodedBy(nameIn(messages, charsetName), nameIn(messages, algoName)),
      tone: 'good',
    }
  const said = messages.decodedFrom(nameIn(messages, charsetName), algoType)
  return doubtful
    ? { ...sent, text: text ?? '', said: `${messages.doubts.loss} ${said}`, tone: 'warn' }
    : { ...sent, text: text ?? '', said, tone: 'good' }
}

/** Empties the answer's field, whose content belongs to an earlier answer. */
const withoutAnswer = <Sent extends object>(form: URLSearchParams, sent: Sent) => ({
  ...sent,
  [endpointOf(form) === 'decrypt' ? 'text' : 'cipher']: '',
})

function wordsOf(facts: FailureFacts, language: Language): string {
  const messages = messagesIn(language)
  switch (facts.code) {
    case 'DECODE_FAIL':
      return refusalIn(messages, new Failure(facts).message)
    case 'IP_BLACKLISTED':
      return messages.blocked
    case 'IP_NOT_WHITELISTED':
      return messages.notAllowed
    default: {
      const { message, detail = '' } = toldOf(withLabels(facts, messages), language)
      return message + detail
    }
  }
}

/** Replaces the names of fields in facts by the form's labels. */
function withLabels(facts: FailureFacts, messages: PlaygroundMessages): FailureFacts {
  if (facts.code !== 'BAD_REQUEST') return facts
  const labels = new Map([
    ['text', messages.text],
    ['cipher', messages.cipher],
    ['key', messages.key],
    ['charsetId', messages.charset],
    ['algorithmId', messages.preset],
  ])
  const { template, values } = facts.reason
  const { field } = values
  const label = typeof field === 'string' ? labels.get(field) : undefined
  return label === undefined ? facts : { ...facts, reason: { template, values: { ...values, field: label } } }
}
