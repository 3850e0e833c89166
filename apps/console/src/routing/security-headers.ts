import { pictureOrigins } from '@pictoglyph/web/page/picture-origins'
import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { ConsoleEnv } from '../context/console-context.ts'
import type { ConsoleOptions } from '../options.ts'

/** Security headers: only the sources of the console's own pages may run, load or frame. */
export function securityHeaders({
  urls,
  site,
}: Pick<ConsoleOptions, 'urls' | 'site'>): MiddlewareHandler<ConsoleEnv> {
  const isSecure = new URL(urls.console).protocol === 'https:'
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE],
      styleSrc: [NONCE],
      imgSrc: ["'self'", 'blob:', 'data:', ...pictureOrigins(urls.images, site.blobs)],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: isSecure ? 'max-age=31536000' : false,
    crossOriginResourcePolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  })
}
