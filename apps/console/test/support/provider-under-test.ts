import { createServer } from 'node:http'
import { freePort } from '@pictoglyph/web/test/free-port'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import type { ProviderSettings } from '../../src/session/provider.ts'

/** How an ID token is changed before it is handed over: what it says, and how it is signed. */
export interface Tampering {
  claims?: JWTPayload
  alg?: 'RS256' | 'ES256' | 'HS256'
  /** Signed by a key that the provider does not publish. */
  strangeKey?: boolean
}

export interface ProviderUnderTest extends AsyncDisposable {
  readonly settings: ProviderSettings
  /** Changes the ID tokens to come; `undefined` leaves them as they are. */
  tamper: Tampering | undefined
  /** Groups of whoever signs in. */
  groups: string[]
  /** Whether it answers 500, whatever it is asked for. */
  isBroken: boolean
  /** The paths it was asked for by anyone, the oldest first. */
  readonly asked: string[]
  /** Signs with a new key from now on, and publishes no other. */
  rotateKey(): Promise<void>
  stop(): Promise<void>
}

/**
 * A provider of identities on loopback: oidc-provider, behind a door that can change what it hands over. Who signs in
 * is whoever the form says.
 */
export async function startProvider(redirectUri: string): Promise<ProviderUnderTest> {
  const port = await freePort()
  const innerPort = await freePort()
  const issuer = `http://localhost:${port}`
  const settings: ProviderSettings = {
    issuer,
    clientId: 'console',
    clientSecret: 'a secret of the console that is long enough',
    scopes: 'openid profile',
    adminGroup: undefined,
    factors: ['mfa', 'phr'],
  }
  let signing = await signingKey()
  const first = signing
  const state = {
    tamper: undefined as Tampering | undefined,
    groups: [] as string[],
    asked: [] as string[],
    isBroken: false,
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [first.privateJwk] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, preferred_username: `${sub} of the company`, groups: state.groups }),
    }),
    cookies: { keys: ['a key for the cookies of a test'] },
    pkce: { required: () => true },
  })
  provider.proxy = true
  const inner = createServer(provider.callback())
  await new Promise<void>((resolve) => inner.listen(innerPort, 'localhost', resolve))
  const door = Bun.serve({
    port,
    hostname: 'localhost',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      state.asked.push(pathname)
      if (state.isBroken) return new Response('broken', { status: 500 })
      if (pathname === '/jwks') return Response.json({ keys: [signing.publicJwk] })
      const headers = new Headers(request.headers)
      headers.set('X-Forwarded-Host', `localhost:${port}`)
      headers.set('Accept-Encoding', 'identity')
      const body = request.method === 'POST' ? await request.arrayBuffer() : null
      const answer = await fetch(`http://localhost:${innerPort}${pathname}${search}`, {
        method: request.method,
        headers,
        body,
        redirect: 'manual',
      })
      if (pathname !== '/token' || !answer.ok) return answer
      const tokens = (await answer.json()) as { id_token: string }
      return Response.json({ ...tokens, id_token: await signedAnew(tokens.id_token) })
    },
  })

  async function signedAnew(token: string): Promise<string> {
    const { claims = {}, alg = 'RS256', strangeKey = false } = state.tamper ?? {}
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
    const { kid } = signing.publicJwk
    const jwt = new SignJWT({ ...payload, ...claims }).setProtectedHeader({ alg, ...(kid && { kid }) })
    if (alg === 'HS256') return jwt.sign(new TextEncoder().encode(settings.clientSecret))
    if (alg === 'ES256') return jwt.sign((await generateKeyPair('ES256')).privateKey)
    return jwt.sign(strangeKey ? (await signingKey()).privateKey : signing.privateKey)
  }

  const stop = async () => {
    await door.stop(true)
    inner.closeAllConnections()
    await new Promise<void>((resolve) => inner.close(() => resolve()))
  }
  let stopped: Promise<void> | undefined
  return Object.assign(state, {
    settings,
    async rotateKey() {
      signing = await signingKey()
    },
    stop: () => (stopped ??= stop()),
    [Symbol.asyncDispose]: () => (stopped ??= stop()),
  })
}

async function signingKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = crypto.randomUUID()
  return {
    privateKey,
    privateJwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' },
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
  }
}
