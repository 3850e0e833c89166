import { createClassicEncoder } from '@pictoglyph/codec/classic-encoder'
import { shippedCharsets } from '@pictoglyph/codec/shipped'
import { chineseText } from '../chinese-text.ts'

export interface Workload {
  name: string
  /** What the service is asked. */
  path: string
  body: string
  /** What the bare server is asked, with the same body. */
  barePath: string
  connections: number
  /** The ratio to reach, and the one to aim at. */
  least: number
  aim: number
}

const choice = { charsetId: 'roar', algorithmId: 'classic' }
const longText = chineseText(20_000)
const longCipher = createClassicEncoder(shippedCharsets[0]!).toCipher(longText)

export const workloads: readonly Workload[] = [
  {
    name: 'encrypt 30 characters, classic',
    path: '/api/public/encrypt',
    body: JSON.stringify({ text: 'the quick brown fox jumps over', ...choice }),
    barePath: '/short',
    connections: 32,
    least: 0.7,
    aim: 0.85,
  },
  {
    name: 'encrypt 20,000 Chinese characters, classic',
    path: '/api/public/encrypt',
    body: JSON.stringify({ text: longText, ...choice }),
    barePath: '/long',
    connections: 16,
    least: 1.2,
    aim: 1.5,
  },
  {
    name: 'decrypt the cipher of those',
    path: '/api/public/decrypt',
    body: JSON.stringify({ cipher: longCipher }),
    barePath: '/decrypt',
    connections: 16,
    least: 0.7,
    aim: 1,
  },
]
