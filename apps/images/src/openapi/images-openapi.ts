import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { defaultPolicy } from '@pictoglyph/site/policy'
import type { Policy } from '@pictoglyph/site/policy/policy'
import type { Description } from '@pictoglyph/web/openapi/description-routes'
import type { OpenApiDocument } from '@pictoglyph/web/openapi/document'
import { errorSchemas } from '@pictoglyph/web/openapi/error-responses'
import { livezOperation, readyzOperation } from '@pictoglyph/web/openapi/health-operations'
import packageJson from '../../package.json' with { type: 'json' }
import { imagesChineseTexts } from './chinese-texts.ts'
import {
  albumPage,
  detailPage,
  directLink,
  permanentLink,
  randomImage,
  rendition,
} from './image-operations.ts'
import { upload } from './upload-operation.ts'
import { uploadAnswer, uploadedImage, uploadForm, uploadVerdict } from './upload-schemas.ts'

const paths: OpenApiDocument['paths'] = {
  '/api/v1/upload': { post: upload },
  '/i/{name}': { get: directLink },
  '/i/{id}/{size}': { get: rendition },
  '/l/{name}': { get: permanentLink },
  '/p/{id}': { get: detailPage },
  '/a/{token}': { get: albumPage },
  '/a/{token}/random': { get: randomImage },
  '/livez': { get: livezOperation },
  '/readyz': { get: readyzOperation },
}

/** Describes the images service with the limits of a policy, for `/openapi.json` and `/docs`. */
export function describeImagesApi(baseUrl: string, policy: Policy = defaultPolicy): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pictoglyph images',
      version: packageJson.version,
      summary: 'Send an image with an API key and get back a link, a page and ready-to-copy formats.',
      description: [errors, limitsInForce(policy).en, repeats].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: 'Upload', description: 'The one operation that changes something; it needs an API key.' },
      { name: 'Images', description: 'What an upload answers with, for everybody who has the link.' },
      { name: 'Health', description: 'For load balancers and supervisors.' },
    ],
    paths,
    components: {
      schemas: {
        UploadForm: uploadForm,
        UploadAnswer: uploadAnswer,
        UploadResult: uploadedImage,
        DryRunVerdict: uploadVerdict,
        ...errorSchemas(paths),
      },
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

const errors =
  'Every error is JSON: `{"ok": false, "error": {"code", "message"}}`. Programs branch on the code.'
const repeats =
  'An upload whose bytes repeat an image of the same owner (or of the site, if its policy says so) is answered with that image and `deduped: true`. An image of another owner is put into no album.'

/** The limits of a policy, in both languages. */
function limitsInForce(policy: Policy): { en: string; 'zh-CN': string } {
  const types = policy['upload.types'].map((type) => type.replace(/^image\/|\+xml$/g, '').toUpperCase())
  const sizes = {
    bytes: (language: string) => formatBytes(policy['upload.maxBytes'], language, 1),
    side: policy['upload.maxSide'].toLocaleString('en-US'),
    pixels: policy['upload.maxPixels'].toLocaleString('en-US'),
    frames: policy['upload.maxFrames'].toLocaleString('en-US'),
  }
  return {
    en: `This site takes ${types.join(', ')}, of at most ${sizes.bytes('en')}, ${sizes.side} pixels a side, ${sizes.pixels} pixels and ${sizes.frames} frames. A key may have closer bounds. The type is read from the file's bytes, never from its name.`,
    'zh-CN': `本站接受 ${types.join('、')}，文件最大 ${sizes.bytes('zh-CN')}，每边最多 ${sizes.side} 像素，总共最多 ${sizes.pixels} 像素、${sizes.frames} 帧。密钥可另有更严的限制。类型根据文件内容判断，与文件名无关。`,
  }
}

/** Describes a service under the current policy. Returns the same object until the policy changes. */
export function describeInForce(baseUrl: string, policyNow: () => Policy): () => Description {
  const describe = memoizeLast((policy: Policy) => {
    const limits = limitsInForce(policy)
    return {
      document: describeImagesApi(baseUrl, policy),
      chinese: { ...imagesChineseTexts, [limits.en]: limits['zh-CN'] },
    }
  })
  return () => describe(policyNow())
}
