import { join } from 'node:path'
import { pinned } from '../load/pinned-server.ts'
import { type ServerProcess, startServerProcess } from '../load/server-process.ts'
import { sendForm, type UploadForm } from './upload-form.ts'

/** The images service of a new site, and the key that came with it. */
export interface ImagesServer extends ServerProcess {
  apiKey: string
}

/**
 * Starts the images service.
 * @param data the folder of the site, which is made
 * @param checkout the project that is run; this one by default
 * @param placed its command as it is started; on the first processor by default
 */
export async function startImagesServer(
  data: string,
  checkout = join(import.meta.dir, '../..'),
  placed: (command: readonly string[]) => string[] = pinned,
): Promise<ImagesServer> {
  const server = await startServerProcess(
    placed([process.execPath, join(checkout, 'apps/cli/src/main.ts'), 'serve', '--json']),
    { PICTOGLYPH_DATA_DIR: data, PICTOGLYPH_SERVICES: 'images', PICTOGLYPH_IMAGES_PORT: '0' },
    /"images":"(http:[^"]+)"/,
  )
  return { ...server, apiKey: /"apiKey":"(\w+)"/.exec(server.preface)?.[1] ?? '' }
}

/** Uploads a picture, and gives its direct link at the server's own address. */
export async function upload(
  { url, apiKey }: Pick<ImagesServer, 'url' | 'apiKey'>,
  form: Pick<UploadForm, 'contentType' | 'bytes'>,
): Promise<string> {
  const answer = await sendForm(`${url}/api/v1/upload`, form, { authorization: `Bearer ${apiKey}` })
  const { data } = answer as { data: { url: string } }
  return url + new URL(data.url).pathname
}
