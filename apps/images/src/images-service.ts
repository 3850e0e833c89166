import { createService, describeError, type HttpService, healthRoutes } from '@pictoglyph/http'
import { apiDescriptionRoutes } from '@pictoglyph/http/openapi/description-routes'
import { failurePage } from '@pictoglyph/http/page/failure-page'
import { faviconRoute } from '@pictoglyph/http/page/favicon'
import { answerFilePreflight, answerUploadPreflight, corsHeaders } from './cors.ts'
import { imagesChineseTexts } from './openapi/chinese-texts.ts'
import { describeImagesApi } from './openapi/images-openapi.ts'
import type { ImagesServiceOptions } from './options.ts'
import { pageRoutes } from './page/page-routes.ts'
import { createDirectLinkHandler } from './serving/direct-link.ts'
import { createLinkCache } from './serving/link-cache.ts'
import { createNamedLinkHandler } from './serving/named-link.ts'
import { createRandomImageHandler } from './serving/random-image.ts'
import { createRenditionHandler } from './serving/rendition-link.ts'
import { createUploadHandler } from './upload/upload-route.ts'

/** The service that takes uploads and serves what was uploaded. */
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
    ...(options.events && { onFailure: options.events.refused }),
    routes: [
      {
        path: '/api/v1/upload',
        methods: { POST: createUploadHandler(options), OPTIONS: answerUploadPreflight },
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
        methods: { GET: createNamedLinkHandler(options), OPTIONS: answerFilePreflight },
      },
      {
        path: '/a/:token/random',
        methods: { GET: createRandomImageHandler(options), OPTIONS: answerFilePreflight },
      },
      ...(await pageRoutes(options)),
      faviconRoute(corsHeaders),
      ...apiDescriptionRoutes(describeImagesApi(options.baseUrl), {
        chinese: imagesChineseTexts,
        headers: corsHeaders,
      }),
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
