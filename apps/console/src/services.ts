import { type ChangeOwnPassword, createChangeOwnPassword } from '@pictoglyph/site/accounts/own-password'
import { createProofs, type Proofs } from '@pictoglyph/site/accounts/proofs'
import { createSignIn, type SignIn } from '@pictoglyph/site/accounts/sign-in'
import type { UploadPorts } from '@pictoglyph/site/upload'
import { type ClientAddress, createClientAddress } from '@pictoglyph/web/request-context'
import { type AnsweredUpload, createAfterUpload } from '@pictoglyph/web/upload/after-upload'
import type { UploadBounds } from '@pictoglyph/web/upload/upload-bounds'
import { createUploadPlaces, type UploadPlaces } from '@pictoglyph/web/upload/upload-places'
import { type Assets, createAssets } from './assets.ts'
import { type Cookies, createCookies } from './context/cookies.ts'
import { createFormMemory, type FormMemory } from './context/form-memory.ts'
import { createSiteKey } from './context/sealed.ts'
import { type ConsoleOptions, defaultUploadBounds } from './options.ts'
import { createProvider, type Provider } from './session/provider.ts'
import { createRefusalLog } from './session/provider-refusal.ts'
import { type AnswerManifest, createManifest } from './upload/manifest.ts'

/** Services for every page and action. */
export interface ConsoleServices extends Omit<ConsoleOptions, 'provider'> {
  readonly provider: Provider | undefined
  readonly noteProviderRefusal: ReturnType<typeof createRefusalLog>
  /** The key for sealed cookies and challenges, the same on all replicas. */
  readonly siteKey: () => Promise<Buffer>
  readonly assets: Assets
  readonly answerManifest: AnswerManifest
  readonly clientAddress: ClientAddress
  readonly cookies: Cookies
  readonly signIn: SignIn
  readonly proofs: Proofs
  readonly changeOwnPassword: ChangeOwnPassword
  readonly uploads: UploadBounds
  readonly uploadPorts: UploadPorts
  readonly formMemory: FormMemory
  readonly uploadPlaces: UploadPlaces
  readonly afterUpload: (upload: AnsweredUpload) => void
}

export function createServices(options: ConsoleOptions): ConsoleServices {
  const { site, tries: limiter, uploads = defaultUploadBounds, now = () => performance.now() } = options
  const proofs = createProofs({ site, limiter })
  const assets = createAssets()
  return {
    ...options,
    provider: options.provider && createProvider(options.provider, { consoleUrl: options.urls.console, now }),
    noteProviderRefusal: createRefusalLog({ log: options.log, now }),
    siteKey: createSiteKey(site),
    assets,
    answerManifest: createManifest(assets),
    clientAddress: createClientAddress(options.trustedProxies),
    cookies: createCookies(options.urls.console),
    uploads,
    uploadPorts: { ...site, keyLimiter: options.keyLimiter },
    formMemory: createFormMemory(),
    uploadPlaces: createUploadPlaces(uploads),
    afterUpload: createAfterUpload(options),
    signIn: createSignIn({ site, limiter }),
    changeOwnPassword: createChangeOwnPassword({ site, proofs }),
    proofs,
  }
}
