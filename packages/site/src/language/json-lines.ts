import type { z } from 'zod'
import { badRequest } from './failure.ts'
import { message } from './message.ts'

/**
 * Reads lines of JSON, each of which must be an object of this form; empty lines are skipped.
 * @param file.required the field that each line must have
 * @throws {Failure} BAD_REQUEST for the first line that is none, with its number and the file's name
 */
export function readJsonLines<T>(
  text: string,
  form: z.ZodType<T>,
  file: { fileName: string; required: string },
): T[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [readLine(line, form, { ...file, number: index + 1 })],
  )
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
