import type { ProviderIdentity } from '@pictoglyph/core'
import * as client from 'openid-client'
import { z } from 'zod'

/** A provider of identities (OpenID Connect), and what this site is to it. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Separated by spaces; `openid` is among them. */
  scopes: string
  /** The group whose members are administrators. */
  adminGroup: string | undefined
}

/** What a sign-in that is under way is known again by. It stays in the browser that began it. */
const flow = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), return: z.string() })
export type ProviderFlow = z.output<typeof flow>

export interface Provider {
  /** Where the browser is sent. @param again asks for a new proof even of someone whom the provider knows */
  begin(target: string, again: boolean): Promise<{ url: URL; flow: ProviderFlow }>
  /** Whom the provider vouches for. @throws {Error} for whatever does not hold */
  finish(query: URLSearchParams, flow: ProviderFlow): Promise<ProviderIdentity>
}

const timeoutSeconds = 10

/**
 * Signs in by the code flow with PKCE (RFC 7636), state and nonce. What the provider says of itself, and its keys, are
 * read again for each step, so that new keys hold at once.
 */
export function createProvider(settings: ProviderSettings, consoleUrl: string): Provider {
  const redirectUri = `${consoleUrl}/sign-in/provider/callback`

  async function discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = settings
    const isLoopback = new URL(issuer).protocol === 'http:'
    const configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: isLoopback ? [client.allowInsecureRequests] : [],
      timeout: timeoutSeconds,
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
      if (claims === undefined) throw new Error('the provider sent no ID token')
      return identityOf(claims, settings.adminGroup)
    },
  }
}

function identityOf(claims: client.IDToken, adminGroup: string | undefined): ProviderIdentity {
  const { iss: issuer, sub: subject, groups, auth_time: provedAtSeconds } = claims
  const names = [claims.preferred_username, claims.name, claims.email, subject]
  return {
    issuer,
    subject,
    name: names.find((name) => typeof name === 'string' && name.trim() !== '') as string,
    isAdmin: adminGroup === undefined ? null : Array.isArray(groups) && groups.includes(adminGroup),
    provedAtMs: provedAtSeconds === undefined ? 0 : provedAtSeconds * 1_000,
  }
}

export const writeFlow = (begun: ProviderFlow): string =>
  Buffer.from(JSON.stringify(begun)).toString('base64url')

/** The flow in a cookie's value; `undefined` where it is none of ours. */
export function readFlow(written: string | undefined): ProviderFlow | undefined {
  if (written === undefined) return undefined
  try {
    return flow.safeParse(JSON.parse(Buffer.from(written, 'base64url').toString())).data
  } catch {
    // A cookie that we did not write begins nothing.
    return undefined
  }
}
