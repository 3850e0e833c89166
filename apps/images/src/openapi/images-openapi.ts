import { defaultPolicy } from '@pictoglyph/core'
import { livezOperation, type OpenApiDocument, readyzOperation } from '@pictoglyph/http'
import packageJson from '../../package.json' with { type: 'json' }
import { albumPage, detailPage, directLink, namedLink, randomImage, rendition } from './image-operations.ts'
import { upload } from './upload-operation.ts'

/** The description of the images service, served as `/openapi.json` and `/docs`. */
export function describeImagesApi(baseUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pictoglyph images',
      version: packageJson.version,
      summary: 'Send an image with an API key and get back a link, a page and ready-to-copy formats.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: 'Upload', description: 'The one operation that changes something; it needs an API key.' },
      { name: 'Images', description: 'What an upload answers with, for everybody who has the link.' },
      { name: 'Health', description: 'For load balancers and supervisors.' },
    ],
    paths: {
      '/api/v1/upload': { post: upload },
      '/i/{name}': { get: directLink },
      '/i/{id}/{size}': { get: rendition },
      '/l/{name}': { get: namedLink },
      '/p/{id}': { get: detailPage },
      '/a/{token}': { get: albumPage },
      '/a/{token}/random': { get: randomImage },
      '/livez': { get: livezOperation },
      '/readyz': { get: readyzOperation },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key with the permission `images:upload`.',
        },
      },
    },
  }
}

const introduction = `Every error is JSON: \`{"ok": false, "error": {"code", "message"}}\`. Programs branch on the code.

The site's upload policy says which types and sizes are taken. As shipped: JPEG, PNG, GIF, WebP and AVIF (an operator may allow SVG) of at most ${
  defaultPolicy['upload.maxBytes'] / 1024 / 1024
} MiB, ${defaultPolicy['upload.maxSide']} pixels a side, ${defaultPolicy['upload.maxPixels'] / 1_000_000} megapixels and ${
  defaultPolicy['upload.maxFrames']
} frames. The type is read from the file's bytes, never from its name.

An upload whose bytes repeat an image of the same owner (or of the site, if its policy says so) is answered with that image and \`deduped: true\`. An image of another owner is put into no album.`
