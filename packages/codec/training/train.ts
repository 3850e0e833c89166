/**
 * Makes the model's table from the sources in a folder: `bun packages/codec/training/train.ts FOLDER`.
 *
 * It gives the same bytes again for the same sources, and refuses others.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCorpus } from './corpus.ts'
import { makeTable } from './make-table.ts'

/** These values fill the table to just below its limit. */
const size = { listedUnits: 6500, exchangeRate: 12.75 }
const maxTableBytes = 64_000

const corpus = readCorpus(process.argv[2]!, join(import.meta.dir, 'everyday'))
const table = makeTable(corpus, size)
const sha256 = createHash('sha256').update(table).digest('hex')
console.log(`${table.length} bytes, SHA-256 ${sha256}`)
if (table.length > maxTableBytes) throw new RangeError(`more than ${maxTableBytes} bytes`)
writeFileSync(join(import.meta.dir, '../data/model.table'), table)
writeFileSync(
  join(import.meta.dir, '../src/packing/table-base64.ts'),
  `/** packages/codec/data/model.table in base64, and its hash: written by the training program. */
export const tableBase64 =
  '${Buffer.from(table).toString('base64')}'

export const tableSha256 = '${sha256}'
`,
)
