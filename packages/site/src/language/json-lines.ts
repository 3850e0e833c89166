import type { z } from 'zod'
import { badRequest } from './failure.ts'
import { message } from './message.ts'

/** Room for the longest realistic line: an arranged album of 100,000 images has some five million characters. */
const maxLineCharacters = 16_000_000

/**
 * Reads lines of JSON as they arrive, one in memory at a time. Each must be an object of this form; empty lines are
 * skipped.
 * @param file.required the field that each line must have
 * @throws {Failure} BAD_REQUEST for the first invalid line, with its number and the file's name, and for a line of more
 * than 16 million characters
 */
export async function* readJsonLines<T>(
  bytes: AsyncIterable<Uint8Array>,
  form: z.ZodType<T>,
  file: { fileName: string; required: string },
): AsyncGenerator<T> {
  let number = 0
  for await (const line of linesOf(bytes, file.fileName)) {
    number += 1
    if (line.trim() !== '') yield readLine(line, form, { ...file, number })
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>, fileName: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const chunk of bytes) {
    const [end = '', ...further] = decoder.decode(chunk, { stream: true }).split('\n')
    line += end
    for (const next of further) {
      yield line
      line = next
    }
    if (line.length > maxLineCharacters)
      throw badRequest(
        message('{fileName} has a line of more than {maxLineCharacters} characters.', {
          ...{ fileName, maxLineCharacters },
        }),
      )
  }
  yield line + decoder.decode()
}

function readLine<T>(
  line: string,
  form: z.ZodType<T>,
  { fileName, required, number }: { fileName: string; required: string; number: number },
): T {
  const parsed = form.safeParse(parseJson(line))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw badRequest(
    field === ''
      ? message('Line {number} of {fileName} is no JSON object with the field "{required}".', {
          ...{ number, fileName, required },
        })
      : message('Line {number} of {fileName}: the field "{field}" can not be read.', {
          ...{ number, fileName, field },
        }),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
