import {
  type ChangeOwnPassword,
  createChangeOwnPassword,
  createProofs,
  createSemaphore,
  createSignIn,
  type Proofs,
  type Semaphore,
  type SignIn,
} from '@pictoglyph/core'
import { type ClientAddress, createClientAddress } from '@pictoglyph/http'
import { type AnsweredUpload, createAfterUpload } from '@pictoglyph/http/upload/after-upload'
import type { UploadBounds } from '@pictoglyph/http/upload/upload-bounds'
import { type Assets, createAssets } from './assets.ts'
import { type Cookies, createCookies } from './context/cookies.ts'
import { type ConsoleOptions, defaultUploadBounds } from './options.ts'
import { createProvider, type Provider } from './session/provider.ts'

/** What every page and action may use. */
export interface ConsoleServices extends Omit<ConsoleOptions, 'provider'> {
  readonly provider: Provider | undefined
  readonly assets: Assets
  readonly clientAddress: ClientAddress
  readonly cookies: Cookies
  readonly signIn: SignIn
  readonly proofs: Proofs
  readonly changeOwnPassword: ChangeOwnPassword
  readonly uploads: UploadBounds
  readonly uploadsInFlight: Semaphore
  readonly afterUpload: (upload: AnsweredUpload) => void
}

export function createServices(options: ConsoleOptions): ConsoleServices {
  const { site, tries: limiter, uploads = defaultUploadBounds } = options
  const proofs = createProofs({ site, limiter })
  return {
    ...options,
    provider: options.provider && createProvider(options.provider, options.urls.console),
    assets: createAssets(),
    clientAddress: createClientAddress(options.trustedProxies),
    cookies: createCookies(options.urls.console),
    uploads,
    uploadsInFlight: createSemaphore({ permits: uploads.maxInFlight, maxOfOne: uploads.maxOfOneUser }),
    afterUpload: createAfterUpload(options),
    signIn: createSignIn({ site, limiter }),
    changeOwnPassword: createChangeOwnPassword({ site, proofs }),
    proofs,
  }
}
