import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createImagesClient, PictoglyphError, type UploadedImage } from '@pictoglyph/client'
import { shippedCharsets, shippedPresets } from '@pictoglyph/codec/shipped'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { requireKeyAlone } from '../api-key.ts'
import { decodeOffline, encodeOffline, type KeySource } from '../offline-cipher.ts'
import { readLocalImage } from '../upload/local-image.ts'
import { type ArgumentsSchema, argumentsSchema } from './arguments.ts'
import { findLocalImages } from './found-images.ts'

/** The settings of the tools. */
export interface ToolOptions {
  /** Base address of the image service. */
  imagesUrl: string
  /** If missing, only uploads are refused. */
  key: string | undefined
  /** Folders from `findFolders`. The tools search and read pictures only there. */
  folders: readonly string[]
}

/** A tool's arguments, checked by its schema. */
type Given = Readonly<Record<string, string | number | undefined>>

/** A tool as the protocol lists it, and its function. */
interface Tool {
  name: string
  title: string
  description: string
  inputSchema: ArgumentsSchema
  annotations: Record<string, boolean>
  run(given: Given, signal: AbortSignal): Promise<object>
}

const text = (value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : String(value)

const keyFrom = (value: string | number | undefined): KeySource => ({
  read: async () => text(value),
  hint: message('Give it as key.'),
})

const reading = { readOnlyHint: true, openWorldHint: false }

/** The tools of this program. */
export function createTools(options: ToolOptions): Tool[] {
  const { folders } = options
  const places = folders.join(', ')
  const charsets = shippedCharsets.map(({ id }) => id)
  const presets = shippedPresets.map(({ id }) => id)
  return [
    {
      name: 'upload_image',
      title: 'Upload an image',
      description: `Uploads one picture file and gives its public link. Files are read from ${places} only.`,
      inputSchema: argumentsSchema(
        {
          path: {
            type: 'string',
            description: 'Path of the picture, absolute or from an allowed folder, or its file:// address.',
          },
          title: {
            type: 'string',
            maxLength: 500,
            description: 'Title; it is the alternative text of the Markdown too.',
          },
          description: { type: 'string', maxLength: 10_000 },
          categoryId: { type: 'string', description: 'Category; left out, the default of the key.' },
          albumId: { type: 'string' },
          expiresIn: {
            type: 'string',
            pattern: '^\\d{1,6}[smhd]$',
            description:
              'how long the image stays, such as 30s, 10m, 1h or 30d; left out, as long as the service keeps it',
          },
        },
        ['path'],
      ),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      async run({ path, ...given }, signal) {
        const client = clientOf(options)
        const file = await readLocalImage(folders, pathOf(String(path)))
        const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)]))
        const image = await client.upload(file.content, { ...fields, fileName: basename(file.path), signal })
        return { ...linksOf(image), ...endOf(image, text(given.expiresIn)) }
      },
    },
    {
      name: 'find_images',
      title: 'Find images on this machine',
      description: `Lists picture files that could be uploaded, the newest first, in ${places}.`,
      inputSchema: argumentsSchema(
        {
          name: { type: 'string', description: 'Part of the path, in any case.' },
          limit: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
        },
        [],
      ),
      annotations: reading,
      run: ({ name, limit }) => findLocalImages(folders, { name: text(name), limit: Number(limit) }),
    },
    {
      name: 'encode',
      title: 'Encode a text',
      description: 'Turns a text into a cipher made of four symbols. Works on this machine; nothing is sent.',
      inputSchema: argumentsSchema(
        {
          text: { type: 'string', minLength: 1, maxLength: 20_000 },
          charset: { type: 'string', enum: charsets, default: 'roar' },
          preset: {
            type: 'string',
            enum: presets,
            default: 'classic',
            description:
              'classic and compact take no key and hide nothing; aesgcm with a long key is for secrets.',
          },
          key: { type: 'string', maxLength: 256 },
        },
        ['text'],
      ),
      annotations: reading,
      run: (given) =>
        encodeOffline(
          String(given.text),
          { charset: text(given.charset), preset: String(given.preset) },
          keyFrom(given.key),
        ),
    },
    {
      name: 'decode',
      title: 'Decode a cipher',
      description: 'Turns a cipher back into its text. It recognises symbols and algorithm by itself.',
      inputSchema: argumentsSchema(
        {
          cipher: {
            type: 'string',
            minLength: 1,
            maxLength: 200_000,
            description: 'The cipher, also between other words.',
          },
          key: { type: 'string', maxLength: 256 },
        },
        ['cipher'],
      ),
      annotations: reading,
      run: ({ cipher, key }) => decodeOffline(String(cipher), {}, keyFrom(key)),
    },
  ]
}

/** Converts a file's address to a path. Agents pass on addresses from editors. */
function pathOf(given: string): string {
  if (!/^file:/i.test(given)) return given
  try {
    return fileURLToPath(given)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw badRequest(message('{given} is the address of no file on this machine.', { given }))
  }
}

/** @throws {Failure} BAD_REQUEST without a key */
function clientOf({ imagesUrl, key }: ToolOptions) {
  if (key === undefined || key === '') {
    throw badRequest(
      message(
        'There is no API key. Ask your user to set PICTOGLYPH_KEY in the settings of this tool server.',
      ),
    )
  }
  requireKeyAlone(key)
  return createImagesClient({ baseUrl: imagesUrl, key })
}

/** Advice about a failure that an agent can pass on to its user. */
export function adviceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof PictoglyphError && error.code === 'UNAUTHORIZED') {
    return `${error.message} Ask your user to set PICTOGLYPH_KEY to a key that works.`
  }
  return error.message
}

function linksOf({ id, url, pageUrl, formats, type, sizeBytes, width, height, deduped }: UploadedImage) {
  const { markdown, html } = formats
  return { id, url, pageUrl, markdown, html, type, sizeBytes, width, height, deduped: deduped === true }
}

/** Reports the expiry to an agent that asked for one, because an earlier upload of the picture may have none. */
function endOf(image: UploadedImage, asked: string | undefined) {
  if ('expiresAt' in image && image.expiresAt !== undefined) return { expiresAt: image.expiresAt }
  return asked === undefined ? {} : { expiresAt: null, note: 'This image has no end, and stays.' }
}
