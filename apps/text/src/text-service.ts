import type { RandomBytes } from '@pictoglyph/codec/encode'
import { preparePacking } from '@pictoglyph/codec/packing/packing'
import type { Limiter } from '@pictoglyph/site/access/limiter'
import type { FailureCode } from '@pictoglyph/site/language/failure'
import type { NetworkSet } from '@pictoglyph/site/network/network-set'
import type { SiteSnapshot } from '@pictoglyph/site/snapshot'
import { healthRoutes, type Lifecycle, type ReadinessCheck } from '@pictoglyph/web/health'
import { describeError, type Log } from '@pictoglyph/web/log'
import { apiDescriptionRoutes } from '@pictoglyph/web/openapi/description-routes'
import { failurePage } from '@pictoglyph/web/page/failure-page'
import type { ReportSecurityEvent } from '@pictoglyph/web/security-events'
import { createService, type HttpService, type Route } from '@pictoglyph/web/service'
import { siteFileRoutes } from '@pictoglyph/web/site-files'
import { createAdmission } from './access/admission.ts'
import {
  answerPreflight,
  createJsonAnswer,
  createKeptJsonAnswer,
  createPlainJsonAnswer,
  crossOriginHeaders,
} from './access/answers.ts'
import { type BodyBounds, bodyBounds, createBodyReader } from './body/json-body.ts'
import { type CipherOptions, createCipherOptionsSource } from './cipher-options.ts'
import { createDecrypt } from './decrypt/decrypt.ts'
import type { DerivationPool } from './derivation/derivation-pool.ts'
import { createEncrypt } from './encrypt/encrypt.ts'
import { createEndpoints, type EndpointName, type Outcome } from './endpoint.ts'
import { textChineseTexts } from './openapi/chinese-texts.ts'
import { textOpenApi } from './openapi/text-openapi.ts'
import type { PackingPool } from './packing/packing-pool.ts'
import { playgroundRoutes } from './playground/playground-routes.ts'

export interface TextServiceOptions {
  /** The site's current settings. */
  snapshot: () => SiteSnapshot
  limiter: Limiter
  trustedProxies: NetworkSet
  /** Milliseconds since the epoch. */
  clock: () => number
  log: Log
  /** Derives keys; see `createDerivationPool`. */
  derivations: DerivationPool
  /** Packs long texts and detects long ciphers; see `openPackingPool`. */
  packing: PackingPool
  random: RandomBytes
  /** Limits on bodies of more than 64 KiB. */
  bodies?: BodyBounds
  lifecycle: Lifecycle
  /** Checks that must pass before this service is ready. */
  checks?: readonly ReadinessCheck[]
  /** The public address of this service. */
  baseUrl: string
  /** Called for every answer of the three endpoints. */
  onAnswer?: (endpoint: EndpointName, outcome: Outcome) => void
  /** Called when an access list refuses a client. */
  security?: ReportSecurityEvent
  /** Called for every failure in an answer, on any path. */
  onFailure?: (code: FailureCode) => void
}

/**
 * Creates the text service: `encrypt`, `decrypt` and `options`, its API description, its playground, its health. No
 * request reads a database, and any origin may read any answer. It builds the packing tables first, so that the first
 * request need not wait.
 */
export function createTextService(options: TextServiceOptions): HttpService {
  const { log, clock, baseUrl, onFailure } = options
  const cipherOptions = createCipherOptionsSource(options.snapshot)
  const description = { document: textOpenApi(baseUrl), chinese: textChineseTexts }
  preparePacking()
  return createService({
    name: 'text',
    routes: [
      ...endpointRoutes(options, cipherOptions),
      ...apiDescriptionRoutes(() => description, crossOriginHeaders),
      ...siteFileRoutes(() => options.snapshot().policy, clock, crossOriginHeaders),
      ...health(options),
    ],
    log,
    face: () => options.snapshot().policy,
    trustedProxies: options.trustedProxies,
    clock,
    headers: crossOriginHeaders,
    answerOptions: answerPreflight,
    renderFailure: failurePage,
    ...(onFailure === undefined ? {} : { onFailure }),
  })
}

function endpointRoutes(options: TextServiceOptions, cipherOptions: () => CipherOptions): Route[] {
  const { clock, derivations, packing, random, onAnswer } = options
  const admit = createAdmission(options)
  const readBody = createBodyReader(options.bodies ?? bodyBounds, clock)
  const { endpoint, endpointWithBody, failureOf } = createEndpoints({ admit, readBody, clock, onAnswer })
  const answer = createJsonAnswer(clock)
  const answerOptions = createKeptJsonAnswer(clock, { 'Cache-Control': 'no-store' })
  const work = { cipherOptions, derivations, packing, clock, answer }
  const encrypt = createEncrypt({ ...work, random })
  const decrypt = createDecrypt(work)
  const formWork = { ...work, answer: createPlainJsonAnswer(clock) }
  const form = {
    admit,
    readBody,
    encrypt: createEncrypt({ ...formWork, random }),
    decrypt: createDecrypt(formWork),
    onAnswer,
    failureOf,
  }
  const list = endpoint('options', (admitted) => answerOptions(cipherOptions().optionsBody, admitted))
  return [
    {
      path: '/api/public/encrypt',
      methods: { POST: endpointWithBody('encrypt', encrypt) },
      answersFailures: true,
    },
    {
      path: '/api/public/decrypt',
      methods: { POST: endpointWithBody('decrypt', decrypt) },
      answersFailures: true,
    },
    { path: '/api/public/options', methods: { GET: list }, answersFailures: true },
    ...playgroundRoutes({ cipherOptions, baseUrl: options.baseUrl, form }),
  ]
}

function health({ checks = [], lifecycle, log }: TextServiceOptions): Route[] {
  return healthRoutes({
    checks,
    lifecycle,
    onUnready: (check, error, requestId) =>
      log.warn({ service: 'text', requestId, part: check, error: describeError(error) }, 'not ready'),
    headers: crossOriginHeaders,
  })
}
