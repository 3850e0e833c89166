import { basename } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { createImagesClient, type UploadedImage } from '@pictoglyph/client'
import { shippedCharsets, shippedPresets } from '@pictoglyph/codec'
import { badRequest, message } from '@pictoglyph/core'
import { z } from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { decodeOffline, encodeOffline } from '../offline-cipher.ts'
import { readLocalImage } from '../upload/local-image.ts'
import { findLocalImages } from './found-images.ts'

/** The settings of the tools. */
export interface ToolOptions {
  /** Base address of the image service. */
  imagesUrl: string
  /** Without one, only uploads are refused. */
  key: string | undefined
  /** The only folders that pictures are looked for and read in, as `findFolders` gives them. */
  folders: readonly string[]
}

const upload = {
  path: z.string().describe('Path of the picture, absolute or from an allowed folder.'),
  title: z.string().max(500).optional().describe('Title; it is the alternative text of the Markdown too.'),
  description: z.string().max(10_000).optional(),
  categoryId: z.string().optional().describe('Category; left out, the default of the key.'),
  albumId: z.string().optional(),
  expiresIn: z
    .string()
    .regex(/^\d{1,6}[smhd]$/, 'It must be a span such as 30s, 10m, 1h or 30d.')
    .optional()
    .describe('How long the image stays, such as 1h or 30d; left out, as long as the service keeps it.'),
}

const find = {
  name: z.string().optional().describe('Part of the path, in any case.'),
  limit: z.number().int().min(1).max(500).default(50),
}

const encoding = {
  text: z.string().min(1).max(20_000),
  charset: z.enum(shippedCharsets.map(({ id }) => id)).default('roar'),
  preset: z
    .enum(shippedPresets.map(({ id }) => id))
    .default('classic')
    .describe('classic and compact take no key and hide nothing; aesgcm with a long key is for secrets.'),
  key: z.string().max(256).optional(),
}

const decoding = {
  cipher: z.string().min(1).max(200_000).describe('The cipher, also between other words.'),
  key: z.string().max(256).optional(),
}

/** A server of the Model Context Protocol with the tools of this program; it has no transport yet. */
export function createToolServer(options: ToolOptions): McpServer {
  const { folders } = options
  const places = folders.join(', ')
  const server = new McpServer({ name: 'pictoglyph', version: packageJson.version })
  const answer = answerWithout(options.key)

  server.registerTool(
    'upload_image',
    {
      title: 'Upload an image',
      description: `Uploads one picture file and gives its public link. Files are read from ${places} only.`,
      inputSchema: upload,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    },
    ({ path, ...given }) =>
      answer(async () => {
        const client = clientOf(options)
        const file = await readLocalImage(folders, path)
        const image = await client.upload(file.content, { ...given, fileName: basename(file.path) })
        return { ...linksOf(image), ...endOf(image, given.expiresIn) }
      }),
  )

  server.registerTool(
    'find_images',
    {
      title: 'Find images on this machine',
      description: `Lists picture files that could be uploaded, the newest first, in ${places}.`,
      inputSchema: find,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (wanted) => answer(() => findLocalImages(folders, wanted)),
  )

  server.registerTool(
    'encode',
    {
      title: 'Encode a text',
      description: 'Turns a text into a cipher made of four symbols. Works on this machine; nothing is sent.',
      inputSchema: encoding,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ text, key, ...chosen }) => answer(() => encodeOffline(text, chosen, async () => key)),
  )

  server.registerTool(
    'decode',
    {
      title: 'Decode a cipher',
      description: 'Turns a cipher back into its text. It recognises symbols and algorithm by itself.',
      inputSchema: decoding,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ cipher, key }) => answer(() => decodeOffline(cipher, {}, async () => key)),
  )
  return server
}

/** @throws {Failure} BAD_REQUEST if there is no key, or one that can't be sent */
function clientOf({ imagesUrl, key }: ToolOptions) {
  if (key === undefined) {
    throw badRequest(message('No API key: set PICTOGLYPH_KEY in the environment of this server.'))
  }
  return createImagesClient({ baseUrl: imagesUrl, key })
}

function linksOf({ id, url, pageUrl, formats, type, sizeBytes, width, height, deduped }: UploadedImage) {
  const { markdown, html } = formats
  return { id, url, pageUrl, markdown, html, type, sizeBytes, width, height, deduped: deduped === true }
}

/** An agent that asks for an end learns whether there is one: the same picture may have been uploaded without. */
function endOf(image: UploadedImage, asked: string | undefined) {
  if ('expiresAt' in image && image.expiresAt !== undefined) return { expiresAt: image.expiresAt }
  return asked === undefined ? {} : { expiresAt: null, note: 'This image has no end, and stays.' }
}

/** Turns results and errors into answers, which never contain the key. */
function answerWithout(key: string | undefined) {
  const hidden = (text: string) => (key === undefined || key === '' ? text : text.replaceAll(key, '[key]'))
  return async (work: () => Promise<object>): Promise<CallToolResult> => {
    try {
      const text = hidden(JSON.stringify(await work()))
      return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
    } catch (error) {
      const text = hidden(error instanceof Error ? error.message : String(error))
      return { content: [{ type: 'text', text }], isError: true }
    }
  }
}
