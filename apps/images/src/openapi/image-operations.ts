import { renditionSizeNames, renditionSizes } from '@pictoglyph/site/images/rendition-sizes'
import { message } from '@pictoglyph/site/language/message'
import type { Content, Operation, Parameter } from '@pictoglyph/web/openapi/document'
import { type DescribedFailure, errorResponses } from '@pictoglyph/web/openapi/error-responses'

const notFound: DescribedFailure = {
  facts: { code: 'NOT_FOUND', what: message('The image') },
  when: 'There is no such image, or it was deleted or has expired.',
}
const noAlbum: DescribedFailure = {
  facts: { code: 'NOT_FOUND', what: message('The album') },
  when: 'There is no such album, or it has no public page.',
}
const failed: DescribedFailure = {
  facts: { code: 'STORAGE_FAILED' },
  when: 'The database or the storage can not be read.',
}
const bytesMissing: DescribedFailure = {
  facts: { code: 'BLOB_MISSING', address: '' },
  when: 'The image is there, but its bytes can not be found, or not all of them.',
}

/** Binary content as client generators expect it, as in the upload form. They treat anything else as text. */
const bytes: Content = { 'image/*': { schema: { type: 'string', format: 'binary' } } }

const imageId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The image's id.",
  schema: { type: 'string' },
  example: 'ReRJ037HyDhGN7',
}

/** `GET /i/{name}` */
export const directLink: Operation = {
  operationId: 'getImage',
  summary: 'The image itself',
  description:
    'Takes `Range`, `If-Range`, `If-None-Match`, `If-Modified-Since`, `If-Match` and `If-Unmodified-Since`, and HEAD as well as GET.',
  tags: ['Images'],
  parameters: [
    {
      name: 'name',
      in: 'path',
      required: true,
      description: 'Id and ending, as in `url`.',
      schema: { type: 'string' },
      example: 'ReRJ037HyDhGN7.jpg',
    },
  ],
  responses: {
    '200': {
      description: 'The bytes.',
      headers: {
        ETag: { description: 'Names the bytes.', schema: { type: 'string' } },
        'Accept-Ranges': { description: 'Always `bytes`.', schema: { type: 'string' } },
      },
      content: bytes,
    },
    '206': {
      description: 'The part that was asked for.',
      content: bytes,
    },
    '302': {
      description: 'To the bytes at the public address of the storage, where the site has one.',
      headers: { Location: { description: 'The bytes.', schema: { type: 'string', format: 'uri' } } },
    },
    '304': { description: 'Not changed.' },
    '412': { description: 'Not what `If-Match` or `If-Unmodified-Since` expects.' },
    '416': { description: 'Nothing of the file lies in the range.' },
    ...errorResponses([notFound, bytesMissing, failed]),
  },
}

const noLink: DescribedFailure = {
  facts: { code: 'NOT_FOUND', what: message('The link') },
  when: 'There is no such link, it was ended, or the image that it leads to is gone.',
}

/** `GET /l/{name}` */
export const permanentLink: Operation = {
  operationId: 'getNamedLink',
  summary: 'A permanent link: its image can change',
  description: 'Leads to the image that its owner has set last. Takes HEAD as well as GET.',
  tags: ['Images'],
  parameters: [
    {
      name: 'name',
      in: 'path',
      required: true,
      description: 'Of the link: 3 to 64 of a to z, 0 to 9 and `-`.',
      schema: { type: 'string', pattern: '^[a-z0-9-]{3,64}$' },
      example: 'weather-map',
    },
  ],
  responses: {
    '200': { description: 'The image, for clients that follow redirects.', content: bytes },
    '302': {
      description: 'To the image.',
      headers: {
        Location: { description: 'The direct link.', schema: { type: 'string', format: 'uri' } },
      },
    },
    ...errorResponses([noLink, failed]),
  },
}

/** `GET /i/{id}/{size}` */
export const rendition: Operation = {
  operationId: 'getRendition',
  summary: 'A smaller still of the image',
  description: `At most ${Object.entries(renditionSizes)
    .map(([name, pixels]) => `${pixels} pixels a side as \`${name}\``)
    .join(
      ', ',
    )}; upright, without metadata, the first frame of an animation, as WebP. Whoever accepts \`image/avif\` gets that from the second time on where it is smaller. With an ending, as in \`thumbnail.jpg\`, it is always of that type: \`webp\`, \`avif\` or \`jpg\`. Strips keep a shorter side of 160 pixels. Takes the same conditions and ranges as the image.`,
  tags: ['Images'],
  parameters: [
    imageId,
    {
      name: 'size',
      in: 'path',
      required: true,
      description: 'Which one.',
      schema: { type: 'string', pattern: `^(${renditionSizeNames.join('|')})(\\.(webp|avif|jpg))?$` },
      example: 'thumbnail.webp',
    },
  ],
  responses: {
    ...directLink.responses,
    '302': {
      description:
        'To the image itself: it is no larger than this, or nothing smaller can be made of it, or not now.',
      headers: { Location: { description: 'The direct link.', schema: { type: 'string', format: 'uri' } } },
    },
  },
}

/** Failures for clients that accept HTML, which get a page if nothing is found. */
const pageFailures = (nothing: DescribedFailure) =>
  Object.fromEntries(
    Object.entries(errorResponses([nothing, failed])).map(([status, response]) => {
      const page = { 'text/html': { schema: { type: 'string' } } }
      return [
        status,
        status === '404' ? { ...response, content: { ...response.content, ...page } } : response,
      ]
    }),
  )

/** `GET /p/{id}` */
export const detailPage: Operation = {
  operationId: 'getImagePage',
  summary: 'The page of an image',
  description: 'In English or Simplified Chinese, by `Accept-Language`.',
  tags: ['Images'],
  parameters: [imageId],
  responses: {
    '200': { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
    ...pageFailures(notFound),
  },
}

const albumToken = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'From the link that the owner shares.',
  schema: { type: 'string' },
} as const

const noRandomImage: DescribedFailure = {
  facts: { code: 'NOT_FOUND', what: message('This address') },
  when: 'There is no such public album, its owner has not switched this on, it has no image, or there is no such size.',
}

/** `GET /a/{token}/random` */
export const randomImage: Operation = {
  operationId: 'getRandomImage',
  summary: 'A random image of a public album',
  description:
    'Leads to another image each time, if the owner of the album has switched that on. HEAD works too.',
  tags: ['Images'],
  parameters: [
    albumToken,
    {
      name: 'size',
      in: 'query',
      description: 'A smaller still in place of the image itself.',
      schema: { type: 'string', enum: [...renditionSizeNames] },
    },
  ],
  responses: {
    '200': { description: 'The image, for clients that follow redirects.', content: bytes },
    '302': {
      description: 'To an image. No cache keeps it.',
      headers: { Location: { description: 'Its direct link.', schema: { type: 'string', format: 'uri' } } },
    },
    ...errorResponses([noRandomImage, failed]),
  },
}

/** `GET /a/{token}` */
export const albumPage: Operation = {
  operationId: 'getAlbumPage',
  summary: 'The public page of an album',
  description: 'For as long as its owner wants one. 60 images a page, newest first.',
  tags: ['Images'],
  parameters: [
    albumToken,
    { name: 'after', in: 'query', description: 'Where the next page begins.', schema: { type: 'string' } },
  ],
  responses: {
    '200': { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
    ...pageFailures(noAlbum),
  },
}
