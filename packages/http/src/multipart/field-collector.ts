import { isUtf8 } from 'node:buffer'
import { createByteGatherer } from './byte-gatherer.ts'
import { MultipartFailure } from './failure.ts'

/** A text field of a form, as sent. */
export interface FormField<Name extends string = string> {
  name: Name
  value: string
}

/** Bounds on the text that is gathered of a form. */
export interface FieldLimits {
  /** The value of one field. */
  fieldBytes: number
  /** The values of all fields together. */
  fieldsBytes: number
}

/** Gathers the text fields of one form in memory, within its limits. */
export interface FieldCollector<Name extends string> {
  /** The fields that have ended, in the order sent. */
  readonly collected: FormField<Name>[]
  /**
   * Begins a field: `write` takes copies of its bytes, `end` adds it to `collected`.
   * `write` throws {MultipartFailure} FIELD_TOO_LARGE or FIELDS_TOO_LARGE, `end` FIELD_NOT_TEXT.
   */
  open(name: Name): { write(bytes: Uint8Array): void; end(): void }
}

/** An empty collector. */
export function createFieldCollector<Name extends string>(limits: FieldLimits): FieldCollector<Name> {
  const collected: FormField<Name>[] = []
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
              `The field "${name}" must not be longer than ${limits.fieldBytes} bytes.`,
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
          collected.push({ name, value: readText(name, gathered.take()) })
        },
      }
    },
  }
}

/** Wrong bytes are refused, not replaced: a title must come back as it was sent. */
function readText(name: string, bytes: Buffer): string {
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new MultipartFailure('FIELD_NOT_TEXT', `The field "${name}" must be UTF-8 without NUL.`)
  }
  return bytes.toString('utf8')
}
