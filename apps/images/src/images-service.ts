import { healthRoutes } from '@pictoglyph/web/health'
import { describeError } from '@pictoglyph/web/log'
import { apiDescriptionRoutes } from '@pictoglyph/web/openapi/description-routes'
import { failurePage } from '@pictoglyph/web/page/failure-page'
import { faviconRoute } from '@pictoglyph/web/page/favicon'
import { createService, type HttpService } from '@pictoglyph/web/service'
import { siteFileRoutes } from '@pictoglyph/web/site-files'
import { answerFilePreflight, answerUploadPreflight, corsHeaders } from './cors.ts'
import { describeInForce } from './openapi/images-openapi.ts'
import type { ImagesServiceOptions } from './options.ts'
import { pageRoutes } from './page/page-routes.ts'
import { createDirectLinkHandler } from './serving/direct-link.ts'
import { createLinkCache } from './serving/link-cache.ts'
import { createPermanentLinkHandler } from './serving/permanent-link.ts'
import { createRandomImageHandler } from './serving/random-image.ts'
import { createRenditionHandler } from './serving/rendition-link.ts'
import { createUploadHandler } from './upload/upload-route.ts'

/** Creates the service that accepts uploads and serves images. */
export async function createImagesService(options: ImagesServiceOptions): Promise<HttpService> {
  const { site, log } = options
  const links = options.links ?? createLinkCache(site)
  return createService({
    name: 'images',
    log,
    trustedProxies: options.trustedProxies,
    clock: site.clock,
    headers: corsHeaders,
    renderFailure: failurePage,
    face: () => site.snapshot().policy,
    maxUploadBytes: () => site.snapshot().policy['upload.maxBytes'],
    ...(options.events && { onFailure: options.events.refused }),
    routes: [
      {
        path: '/api/v1/upload',
        methods: { POST: createUploadHandler(options), OPTIONS: answerUploadPreflight },
        isUpload: true,
      },
      {
        path: '/i/:name',
        methods: { GET: createDirectLinkHandler({ ...options, links }), OPTIONS: answerFilePreflight },
      },
      {
        path: '/i/:name/:size',
        methods: { GET: createRenditionHandler({ ...options, links }), OPTIONS: answerFilePreflight },
      },
      {
        path: '/l/:name',
        methods: { GET: createPermanentLinkHandler(options), OPTIONS: answerFilePreflight },
      },
      {
        path: '/a/:token/random',
        methods: { GET: createRandomImageHandler(options), OPTIONS: answerFilePreflight },
      },
      ...(await pageRoutes(options)),
      faviconRoute(corsHeaders),
      ...siteFileRoutes(() => site.snapshot().policy, site.clock, corsHeaders),
      ...apiDescriptionRoutes(
        describeInForce(options.baseUrl, () => site.snapshot().policy),
        corsHeaders,
      ),
      ...healthRoutes({
        lifecycle: options.lifecycle,
        headers: corsHeaders,
        checks: [
          { name: 'database', check: () => site.database.checkHealth() },
          { name: 'blobs', check: () => site.blobs.checkHealth() },
        ],
        onUnready: (part, error, requestId) =>
          log.warn({ service: 'images', requestId, part, error: describeError(error) }, 'not ready'),
      }),
    ],
  })
}
