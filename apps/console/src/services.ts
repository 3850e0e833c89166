import { type ChangeOwnPassword, createChangeOwnPassword, createSignIn, type SignIn } from '@pictoglyph/core'
import { type CallerAddress, createCallerAddress } from '@pictoglyph/http'
import { type Assets, createAssets } from './assets/assets.ts'
import type { ConsoleOptions } from './options.ts'
import { type Cookies, createCookies } from './visit/cookies.ts'

/** What every page and act may use. */
export interface ConsoleServices extends ConsoleOptions {
  readonly assets: Assets
  readonly callerAddress: CallerAddress
  readonly cookies: Cookies
  readonly signIn: SignIn
  readonly changeOwnPassword: ChangeOwnPassword
}

export function createServices(options: ConsoleOptions): ConsoleServices {
  const { site, tries: limiter } = options
  return {
    ...options,
    assets: createAssets(),
    callerAddress: createCallerAddress(options.trustedProxies),
    cookies: createCookies(options.urls.console),
    signIn: createSignIn({ site, limiter }),
    changeOwnPassword: createChangeOwnPassword({ site, limiter }),
  }
}
