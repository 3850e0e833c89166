import { isUtf8 } from 'node:buffer'
import { createByteGatherer } from './byte-gatherer.ts'
import { MultipartFailure } from './failure.ts'

/** A text field of a form, as sent. */
export interface FormField {
  name: string
  value: string
}

/** Bounds on the text of a form. */
export interface FieldLimits {
  /** The value of one field. */
  fieldBytes: number
  /** The values of all fields together. */
  fieldsBytes: number
}

/** Gathers the text fields of one form in memory, within its limits. */
export interface FieldCollector {
  /** The fields that have ended, in the order sent. */
  readonly collected: FormField[]
  /**
   * Begins a field: `write` takes copies of its bytes, `end` adds it to `collected`.
   * `write` throws {MultipartFailure} FIELD_TOO_LARGE or FIELDS_TOO_LARGE, `end` FIELD_NOT_TEXT.
   */
  open(name: string): { write(bytes: Uint8Array): void; end(): void }
}

/** An empty collector. */
export function createFieldCollector(limits: FieldLimits): FieldCollector {
  const collected: FormField[] = []
  let collectedBytes = 0

  return {
    collected,
    open(name) {
      const gathered = createByteGatherer()
      return {
        write(bytes) {
          collectedBytes += bytes.length
          if (gathered.length + bytes.length > limits.fieldBytes) {
            throw new MultipartFailure(
              'FIELD_TOO_LARGE',
              `A text field must not be longer than ${limits.fieldBytes} bytes.`,
            )
          }
          if (collectedBytes > limits.fieldsBytes) {
            throw new MultipartFailure(
              'FIELDS_TOO_LARGE',
              `The text fields together must not be longer than ${limits.fieldsBytes} bytes.`,
            )
          }
          gathered.append(bytes)
        },
        end() {
          collected.push({ name, value: readText(gathered.take()) })
        },
      }
    },
  }
}

/** Wrong bytes are refused, not replaced: a title must come back as it was sent. */
function readText(bytes: Buffer): string {
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new MultipartFailure('FIELD_NOT_TEXT', 'A text field must be UTF-8 without NUL.')
  }
  return bytes.toString('utf8')
}
