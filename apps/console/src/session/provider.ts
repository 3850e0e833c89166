import type { ProviderIdentity } from '@pictoglyph/site/accounts/provider-sign-in'
import type { CustomFetchOptions } from 'openid-client'
import * as client from 'openid-client'
import { ProviderRefusal } from './provider-refusal.ts'

/** The settings of an identity provider (OpenID Connect), and of this site as its client. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Separated by spaces; includes `openid`. */
  scopes: string
  /** The group whose members are administrators. */
  adminGroup: string | undefined
  /** Values in `acr` or `amr` of an ID token that prove a second factor; none if it must not count. */
  factors: readonly string[]
}

/** A sign-in in progress, stored in its browser until the provider sends that back. */
export interface ProviderFlow {
  state: string
  nonce: string
  verifier: string
  /** The page to show afterwards. */
  return: string
}

export interface Provider {
  /** The provider's address for the browser. @param again requires a new proof even from a known user */
  begin(target: string, again: boolean): Promise<{ url: URL; flow: ProviderFlow }>
  /** The identity from the provider. @throws {ProviderRefusal}, or another error for an invalid answer */
  finish(query: URLSearchParams, flow: ProviderFlow): Promise<ProviderIdentity>
}

const timeoutSeconds = 10

/**
 * Signs in by the code flow with PKCE (RFC 7636), state and nonce. It reads the provider's keys for each sign-in, so
 * that new keys work at once; it caches the provider's metadata for minutes.
 */
export function createProvider(
  settings: ProviderSettings,
  { consoleUrl, now }: { consoleUrl: string; now: () => number },
): Provider {
  const redirectUri = `${consoleUrl}/sign-in/provider/callback`
  const customFetch = createProviderFetch({ now })

  async function discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = settings
    const isLoopback = new URL(issuer).protocol === 'http:'
    const configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: isLoopback ? [client.allowInsecureRequests] : [],
      timeout: timeoutSeconds,
      [client.customFetch]: customFetch,
    })
    configuration.timeout = timeoutSeconds
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  return {
    async begin(target, again) {
      const configuration = await discover()
      const verifier = client.randomPKCECodeVerifier()
      const begun = { state: client.randomState(), nonce: client.randomNonce(), verifier, return: target }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login', max_age: '0' } : {}),
      })
      return { url, flow: begun }
    },
    async finish(query, { state, nonce, verifier }) {
      const configuration = await discover()
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new ProviderRefusal('invalid', 'it sent no ID token')
      return identityOf(claims, settings)
    },
  }
}

function identityOf(claims: client.IDToken, settings: ProviderSettings): ProviderIdentity {
  const { adminGroup, factors } = settings
  const { iss: issuer, sub: subject, groups, auth_time: provedAtSeconds } = claims
  const names = [claims.preferred_username, claims.name, claims.email, subject]
  return {
    issuer,
    subject,
    name: names.find((name) => typeof name === 'string' && name.trim() !== '') as string,
    isAdmin: adminGroup === undefined ? null : Array.isArray(groups) && groups.includes(adminGroup),
    hasSecondFactor: [claims.acr, claims.amr]
      .flat()
      .some((word) => typeof word === 'string' && factors.includes(word)),
    provedAtMs: provedAtSeconds === undefined ? 0 : provedAtSeconds * 1_000,
  }
}

const keptMs = 5 * 60_000
/** Time after a failure in which the provider is not asked again. */
const failedMs = 10_000

interface Told {
  untilMs: number
  answer: Promise<{ body: string; type: string }>
}

/**
 * Sends requests to a provider. It caches the provider's metadata for five minutes, and a failure to read it for ten
 * seconds; concurrent callers share one request.
 * @param options.now milliseconds from any start
 * @returns a `fetch` that throws {ProviderRefusal} if the provider does not answer
 */
function createProviderFetch(options: { now: () => number }) {
  let told: Told | undefined

  async function askItself(url: string, init: CustomFetchOptions): Promise<{ body: string; type: string }> {
    const answer = await ask(url, init)
    if (!answer.ok) throw new ProviderRefusal('unreachable', `it answers ${answer.status} about itself`)
    return { body: await answer.text(), type: answer.headers.get('content-type') ?? '' }
  }

  function itself(url: string, init: CustomFetchOptions): Promise<{ body: string; type: string }> {
    const nowMs = options.now()
    if (told !== undefined && nowMs < told.untilMs) return told.answer
    const answer = askItself(url, init)
    const begun: Told = { untilMs: nowMs + keptMs, answer }
    told = begun
    answer.catch(() => {
      begun.untilMs = nowMs + failedMs
    })
    return answer
  }

  return async (url: string, init: CustomFetchOptions): Promise<Response> => {
    if (!new URL(url).pathname.includes('/.well-known/')) return ask(url, init)
    const { body, type } = await itself(url, init)
    return new Response(body, { headers: { 'Content-Type': type } })
  }
}

async function ask(url: string, init: CustomFetchOptions): Promise<Response> {
  try {
    return await fetch(url, init as RequestInit)
  } catch (error) {
    throw new ProviderRefusal('unreachable', 'it can not be asked', error)
  }
}
