import { join } from 'node:path'
import { pictoglyph, startPictoglyph } from './command.ts'

const photograph = join(import.meta.dir, '../../../examples/photograph.jpg')

/** Makes a site on files with one image in a folder, and gives the variables of a server that serves its images. */
export async function makeStoppedSite(folder: string) {
  const variables = {
    PICTOGLYPH_DATA_DIR: folder,
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
  }
  await using server = startPictoglyph(variables, ['serve', '--json'])
  const key = await server.printed(/"apiKey":"(\w+)"/)
  const url = await server.printed(/"images":"(\S+?)"/)
  const words = ['upload', photograph, '--key', key, '--url', url, '--category', 'general']
  const { code, err } = await pictoglyph(variables, words)
  if (code !== 0) throw new Error(`the upload ended with ${code}: ${err}`)
  return variables
}
