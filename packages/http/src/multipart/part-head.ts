import { MultipartFailure } from './failure.ts'
import { type HeaderParameter, readParameterizedValue } from './parameters.ts'

/** What a part says of itself before its content. */
export interface PartHead {
  /** The form field's name as sent; never empty. */
  name: string
  /**
   * Whether the part is a file: it has a file name, even an empty one, or a declared type that no text
   * field has (some clients leave the file name out).
   */
  isFile: boolean
}

const headerLine = /^([!#$%&'*+.^`|~\w-]+)[ \t]*:([^\0]*)$/
const plainEncodings = new Set(['7bit', '8bit', 'binary'])

/**
 * Reads the headers of one part of a form (RFC 7578 section 4). Headers without a meaning there are ignored.
 *
 * @throws {MultipartFailure} PART_HEADER_MALFORMED, PART_NAMELESS, PART_NESTED, PART_ENCODED
 */
export function readPartHead(lines: readonly string[]): PartHead {
  const headers = readHeaders(lines)
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding !== undefined && !plainEncodings.has(encoding)) {
    throw new MultipartFailure('PART_ENCODED', 'Parts must be sent as they are, without a transfer encoding.')
  }
  const declaredType = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() || undefined
  if (declaredType?.startsWith('multipart/')) {
    throw new MultipartFailure('PART_NESTED', 'A part must not itself be multipart.')
  }
  const parameters = readDisposition(headers.get('content-disposition'))
  const name = formText(single(parameters, 'name'))
  if (name === undefined || name === '') {
    throw new MultipartFailure('PART_NAMELESS', 'Every part must have a name in its Content-Disposition.')
  }
  const hasFileName = [single(parameters, 'filename'), single(parameters, 'filename*')].some(
    (fileName) => fileName !== undefined,
  )
  return { name, isFile: hasFileName || !isTextType(declaredType) }
}

function readHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined) throw malformed('A part has a malformed header line.')
    const key = name.toLowerCase()
    if (headers.has(key)) throw malformed('A part has the same header twice.')
    headers.set(key, value.trim())
  }
  return headers
}

function readDisposition(value: string | undefined): HeaderParameter[] {
  if (value === undefined) return []
  const disposition = readParameterizedValue(value)
  if (disposition?.main !== 'form-data') throw malformed('The Content-Disposition of a part is malformed.')
  return disposition.parameters
}

function single(parameters: HeaderParameter[], name: string): string | undefined {
  const found = parameters.find((parameter) => parameter.name === name)
  if (found !== parameters.findLast((parameter) => parameter.name === name)) {
    throw malformed(`A part has more than one ${name}.`)
  }
  return found?.value
}

/** Undoes what browsers do to names: the three escapes of the WHATWG multipart/form-data encoding. */
function formText(value: string | undefined): string | undefined {
  if (!value?.includes('%')) return value
  return value.replace(/%(0A|0D|22)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function isTextType(type: string | undefined): boolean {
  return type === undefined || type === 'application/json' || type.startsWith('text/')
}

function malformed(message: string): MultipartFailure {
  return new MultipartFailure('PART_HEADER_MALFORMED', message)
}
