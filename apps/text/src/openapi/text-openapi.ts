import { serializeOpenApi } from '@pictoglyph/web/openapi/description-routes'
import type { OpenApiDocument } from '@pictoglyph/web/openapi/document'
import { errorSchemas } from '@pictoglyph/web/openapi/error-responses'
import { livezOperation, readyzOperation } from '@pictoglyph/web/openapi/health-operations'
import packageJson from '../../package.json' with { type: 'json' }
import { decryptOperation, encryptOperation, optionsOperation, textSchemas } from './text-operations.ts'

/** The default address of the service. */
const defaultBaseUrl = 'http://localhost:8081'

const description = `Encodes text into a cipher made of the four symbols of a character set, and decodes such ciphers, finding out set and algorithm by itself.

The service is public: there is nothing to sign in to, and pages of any origin may call it. Every answer is \`{ ok, data }\` or \`{ ok, error }\`, and programs branch on \`error.code\`. A refusal for a limit has \`data.resetAt\` besides.

Clients are told apart by address, those of IPv6 by their /64. A request is held to the blacklist, then, while its mode is on, to the whitelist, then to the rate limit, which counts \`encrypt\`, \`decrypt\` and \`options\` together over any 60 seconds; only then is its body read. Preflights are answered for everyone and not counted, and the lists do not apply to the pages and the health checks.

A body may begin with a byte order mark. Of a name that stands in it twice, the last counts. Beyond 65,536 bytes, a body may consist of strings and little else.`

const paths: OpenApiDocument['paths'] = {
  '/api/public/encrypt': { post: encryptOperation },
  '/api/public/decrypt': { post: decryptOperation },
  '/api/public/options': { get: optionsOperation },
  '/livez': { get: livezOperation },
  '/readyz': { get: readyzOperation },
}

/** Describes the text service at a public address. */
export function textOpenApi(baseUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pictoglyph text encoding service',
      version: packageJson.version,
      summary: 'Text to four-symbol ciphers and back.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl.replace(/\/$/, '') }],
    security: [],
    paths,
    components: { schemas: { ...textSchemas, ...errorSchemas(paths) } },
  }
}

/** The content of `docs/openapi/text.json`: the description at the default address. */
export const exportTextOpenApi = (): string => serializeOpenApi(textOpenApi(defaultBaseUrl))
