/** The model's table, which the training program makes (packages/codec/training/README.md). */
import { codeLevels, createAlphabet } from './alphabet.ts'
import { codeContexts } from './contexts.ts'
import { createModel, type Model } from './model.ts'
import { createNumberReader } from './number-code.ts'
import { tableBase64 } from './table-base64.ts'

/** The bytes of the table, as in packages/codec/data/model.table. */
export function tableBytes(): Uint8Array {
  const binary = atob(tableBase64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** A model over a table's bytes, by default this package's. */
export function loadModel(bytes: Uint8Array = tableBytes()): Model {
  const numbers = createNumberReader(bytes)
  const alphabet = createAlphabet(codeLevels(numbers, { codes: [], levels: [] }))
  return createModel(alphabet, codeContexts(numbers))
}
