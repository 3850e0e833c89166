import { message } from '@pictoglyph/site/language/message'
import { readWhole } from './bounded-read.ts'

/** Reads standard input as a command's input. @throws {Failure} BAD_REQUEST for more than `maxBytes` */
export function readStandardInput(maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  return readWhole(message('Standard input'), process.stdin as AsyncIterable<Buffer>, maxBytes)
}
