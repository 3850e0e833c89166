/**
 * Turns a text into a cipher and back:
 *
 *     npx bun examples/encrypt.ts "Meet me at noon" "our secret"
 *
 * With a key the text is encrypted under it; without one it is only encoded.
 */
import { createTextClient } from '@pictoglyph/client'

const [text = 'hello', key] = process.argv.slice(2)
const client = createTextClient({ baseUrl: process.env.PICTOGLYPH_TEXT_URL ?? 'http://localhost:8081' })

const { charsets, algorithms } = await client.options()
const charset = charsets.find(({ isDefault }) => isDefault)
const algorithm = algorithms.find(({ type, isDefault }) =>
  key === undefined ? isDefault : type === 'AESGCM',
)
if (charset === undefined || algorithm === undefined) throw new Error('the service offers nothing that fits')

const { cipher, algoName } = await client.encrypt({
  text,
  charsetId: charset.id,
  algorithmId: algorithm.id,
  key,
})
console.log(`${algoName}: ${cipher}`)

let decrypted = await client.decrypt({ cipher })
if (decrypted.needKey) {
  console.log(`A key is needed: ${decrypted.algoHint}`)
  decrypted = await client.decrypt({ cipher, key })
}
if (!decrypted.needKey) console.log(decrypted.text)
