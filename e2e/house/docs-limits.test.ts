import { expect, test } from 'bun:test'
import { maxCipherCodePoints, maxKeyCodePoints, maxTextUnits } from '@pictoglyph/codec/limits'
import { renditionSizes } from '@pictoglyph/site/images/rendition-sizes'
import { maxDescriptionCharacters, maxTitleCharacters } from '@pictoglyph/site/language/text-field'
import { defaultPolicy as policy } from '@pictoglyph/site/policy'
import { uploadDeadlines } from '@pictoglyph/web/upload/upload-bounds'
import { defaultUploadBounds as inConsole } from '../../apps/console/src/options.ts'
import { defaultUploadBounds as atImages } from '../../apps/images/src/options.ts'
import { document, section } from './markdown.ts'

const told = (count: number): string => count.toLocaleString('en')

const sentences: Record<string, readonly string[]> = {
  'docs/reference/configuration.md': [
    `${policy['upload.maxBytes'] / 1024 / 1024} MiB`,
    `${policy['upload.maxPixels'] / 1_000_000} megapixels`,
    `${told(policy['upload.maxSide'])} pixels a side`,
    `${told(policy['upload.maxFrames'])} frames`,
    `A title has at most ${maxTitleCharacters} characters, a description ${told(maxDescriptionCharacters)}`,
    `${atImages.maxInFlight} uploads at once in a process, ${atImages.maxOfOneUser} of them of one user; ` +
      `in the console ${inConsole.maxInFlight} more, ${inConsole.maxOfOneUser} of them of one user`,
    `One key has ${atImages.maxOfOneKey} places, a guest link ${atImages.maxOfOneGuestLink}, an address ${atImages.maxOfOneAddress}.`,
    `when no byte came for ${uploadDeadlines.idleMs / 1_000} seconds, or after ${uploadDeadlines.overallMs / 60_000} minutes`,
    `1 to ${told(maxTextUnits)} UTF-16 code units to encrypt`,
    `1 to ${told(maxCipherCodePoints)} characters to decrypt`,
    `a key of at most ${maxKeyCodePoints} characters`,
    `${policy['text.requestsPerMinute']} requests a minute`,
  ],
  'docs/guide/text.md': [
    `1 to ${told(maxTextUnits)} UTF-16 code units`,
    `At most ${maxKeyCodePoints} characters`,
    `As shipped it is ${policy['text.requestsPerMinute']}.`,
  ],
  'docs/guide/uploading.md': [
    `At most ${maxTitleCharacters} characters`,
    `At most ${told(maxDescriptionCharacters)} characters`,
    `at most ${renditionSizes.thumbnail} pixels a side`,
    `\`/i/ID/small\` (${renditionSizes.small}), \`/i/ID/medium\` (${renditionSizes.medium}) and \`/i/ID/large\` (${told(renditionSizes.large)})`,
  ],
}

for (const [path, parts] of Object.entries(sentences)) {
  test(`${path} tells the limits that are in force`, async () => {
    const page = await document(path)
    const text = path.endsWith('configuration.md') ? section(page, 'Limits') : page.text
    expect(parts.filter((part) => !text.includes(part))).toEqual([])
  })
}
