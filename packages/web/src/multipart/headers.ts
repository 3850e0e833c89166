import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'

/** The head of a part, from its headers. */
export interface PartHead {
  /** The form field's name as sent; never empty. */
  name: string
  /**
   * Whether the part is a file: it has a file name, even an empty one, or a declared type that text fields never have
   * (some clients leave out the file name).
   */
  isFile: boolean
  /**
   * The file's name as sent; it can hold anything. Absent if it can't be read, as many libraries don't escape quotation
   * marks; the part is a file all the same.
   */
  fileName?: string
  /** The character encoding that the part's type names, in lower case. */
  charset?: string
  /** Whether the part calls itself JSON. */
  isJson: boolean
}

/** Collects the header lines of one part, which may span chunks. */
export interface HeaderBlock {
  /** The lines read so far, without line ends; folded lines are joined (RFC 5322 section 2.2.3). */
  readonly lines: readonly string[]
  /**
   * Continues in `chunk` at `from`, and keeps no reference to it.
   * @returns the offset after the empty line that ends the block, or -1 if the chunk is used up
   * @throws {Failure} BAD_REQUEST for a block that is too large, a first line that continues another, and a line that
   * ends with only LF
   */
  read(chunk: Buffer, from: number): number
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** RFC 2046 section 5.1.1: 1 to 70 of these characters, not ending in a space. */
const wellFormedBoundary = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/
const formData = /^\s*multipart\/form-data\s*(?:;|$)/i
const headerLine = /^([!#$%&'*+.^`|~\w-]+)[ \t]*:([^\0]*)$/
const plainEncodings = new Set(['', '7bit', '8bit', 'binary'])

/**
 * The boundary that a `Content-Type` of multipart/form-data announces.
 * @throws {Failure} BAD_REQUEST if there is none, more than one, or a malformed one
 */
export function readBoundary(contentType: string | null): string {
  if (contentType === null || !formData.test(contentType)) {
    throw badRequest(
      contentType === null
        ? message('The Content-Type must be multipart/form-data; the request has none.')
        : message('The Content-Type must be multipart/form-data, not {type}.', { type: mainOf(contentType) }),
    )
  }
  const value = readParameterizedValue(contentType)
  if (value === undefined) throw badRequest(message('The parameters of the Content-Type are malformed.'))
  const boundaries = value.parameters.filter(({ name }) => name === 'boundary')
  if (boundaries.length > 1) throw badRequest(message('The Content-Type names more than one boundary.'))
  const boundary = boundaries[0]?.value ?? ''
  if (boundary === '') {
    throw badRequest(
      message('The Content-Type names no boundary. Leave that header to your HTTP library, which adds one.'),
    )
  }
  if (!wellFormedBoundary.test(boundary)) {
    throw badRequest(
      message("The boundary must be 1 to 70 letters, digits or '()+_,-./:=? and not end in a space."),
    )
  }
  return boundary
}

/**
 * A block of at most `limitBytes`, line ends included. Bytes that are not UTF-8 become U+FFFD: headers
 * only yield names that are compared and a file name that is displayed, and old clients send file names
 * in their own code page.
 */
export function createHeaderBlock(limitBytes: number): HeaderBlock {
  const lines: string[] = []
  let begun: Bun.ArrayBufferSink | undefined
  let readBytes = 0

  function addLine(line: string): void {
    const last = lines.length - 1
    if (!/^[ \t]/.test(line)) lines.push(line)
    else if (last >= 0) lines[last] += line
    else throw badRequest(message('The headers of a part begin with a continuation.'))
  }

  return {
    lines,
    read(chunk, from) {
      let at = from
      while (at < chunk.length) {
        const lineFeed = chunk.indexOf(LINE_FEED, at)
        const end = lineFeed < 0 ? chunk.length : lineFeed + 1
        readBytes += end - at
        if (readBytes > limitBytes) {
          throw badRequest(
            message('The headers of a part must not be longer than {limitBytes} bytes.', { limitBytes }),
          )
        }
        let line = chunk.subarray(at, end)
        at = end
        if (lineFeed < 0) begun ??= new Bun.ArrayBufferSink()
        begun?.write(line)
        if (lineFeed < 0) return -1
        if (begun !== undefined) line = Buffer.from(begun.end() as ArrayBuffer)
        begun = undefined
        if (line.at(-2) !== CARRIAGE_RETURN) {
          throw badRequest(message('Header lines must end in CR LF, not in LF alone.'))
        }
        if (line.length === 2) return at
        addLine(line.toString('utf8', 0, line.length - 2))
      }
      return -1
    },
  }
}

/**
 * Reads the headers of one part of a form (RFC 7578 section 4). Unknown headers are ignored.
 * @throws {Failure} BAD_REQUEST for malformed headers, and for a part that is nameless, nested or encoded; never for
 * the name of a file
 */
export function readPartHead(lines: readonly string[]): PartHead {
  const headers = readHeaders(lines)
  const encoding = headers
    .get('content-transfer-encoding')
    ?.toLowerCase()
    .replace(/[";\s]/g, '')
  if (encoding !== undefined && !plainEncodings.has(encoding)) {
    throw badRequest(message('Parts must be sent as they are, without a transfer encoding.'))
  }
  const type = headers.get('content-type')
  const declaredType = mainOf(type ?? '')
  // Retrofit and OkHttp call each part multipart/form-data. Without a boundary there is nothing in it to read.
  const isMultipart = declaredType.startsWith('multipart/')
  const typeParameters = readParameterizedValue(type ?? '')?.parameters ?? []
  if (isMultipart && typeParameters.some((one) => one.name === 'boundary')) {
    throw badRequest(message('A part must not itself be multipart.'))
  }
  const { name, fileName, hasFileName } = readDisposition(headers.get('content-disposition'))
  if (name === undefined || name === '') {
    throw badRequest(message('Every part must have a name in its Content-Disposition.'))
  }
  const charset = typeParameters.find((one) => one.name === 'charset')?.value.toLowerCase()
  return {
    name,
    isFile: hasFileName || (isMultipart ? name === 'file' : !isTextType(declaredType)),
    ...(fileName !== undefined && { fileName }),
    ...(charset !== undefined && { charset }),
    isJson: declaredType === 'application/json',
  }
}

function readHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined)
      throw badRequest(message('A part has a malformed header line.'))
    const key = name.toLowerCase()
    if (headers.has(key)) throw badRequest(message('A part has the same header twice.'))
    headers.set(key, value.trim())
  }
  return headers
}

interface Disposition {
  name: string | undefined
  fileName: string | undefined
  hasFileName: boolean
}

const beginOfFileName = /;\s*filename\*?\s*=/i
const nameBehindFileName = /;\s*name\s*=\s*(?:"([^"\\]*)"|([^\s;"]+))\s*(?=;|$)/i

/** Reads the name first, so that a malformed file name does not hide the part's name. */
function readDisposition(value: string | undefined): Disposition {
  if (value === undefined) return { name: undefined, fileName: undefined, hasFileName: false }
  const disposition = readParameterizedValue(value)
  const at = value.search(beginOfFileName)
  if (disposition === undefined && at >= 0) {
    const before = readParameterizedValue(value.slice(0, at))
    const [, quoted, plain] = nameBehindFileName.exec(value.slice(at)) ?? []
    const name = single(formDataOnly(before), 'name') ?? quoted ?? plain
    return { name: formText(name), fileName: undefined, hasFileName: true }
  }
  const parameters = formDataOnly(disposition)
  const names = parameters.filter((parameter) => parameter.name === 'filename')
  const extended = parameters.filter((parameter) => parameter.name.startsWith('filename*'))
  const whole = extended.find((parameter) => parameter.name === 'filename*')
  const plain = names.length === 1 ? formText(names[0]?.value) : undefined
  const fileName = (whole && extendedText(whole.value)) ?? plain
  const hasFileName = names.length > 0 || extended.length > 0
  return { name: formText(single(parameters, 'name')), fileName, hasFileName }
}

function formDataOnly(disposition: ReturnType<typeof readParameterizedValue>): HeaderParameter[] {
  if (disposition?.main !== 'form-data') {
    throw badRequest(message('The Content-Disposition of a part is malformed.'))
  }
  return disposition.parameters
}

function single(parameters: HeaderParameter[], name: string): string | undefined {
  const [found, another] = parameters.filter((parameter) => parameter.name === name)
  if (another !== undefined) throw badRequest(message('A part has more than one {name}.', { name }))
  return found?.value
}

/** Decodes names as browsers encode them: the three escapes of the WHATWG multipart/form-data encoding. */
function formText(value: string | undefined): string | undefined {
  if (!value?.includes('%')) return value
  return value.replace(/%(0A|0D|22)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Decodes RFC 8187, which .NET and older Python send; `undefined` if it is not UTF-8. */
function extendedText(value: string): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? []
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** A media type without its parameters, in lower case. */
function mainOf(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function isTextType(type: string): boolean {
  return type === '' || type === 'application/json' || type.startsWith('text/')
}

/** One `name=value` of a header; the name in lower case, the value without its quotes and escapes. */
interface HeaderParameter {
  name: string
  value: string
}

const parameter = /\s*;\s*(?:([!#$%&'*+.^`|~\w-]+)\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s;"]*)))?/y

/**
 * Splits `Content-Type` and `Content-Disposition` values (RFC 9110 section 5.6.6) in linear time. `main` is the text
 * before the first semicolon, in lower case. Unquoted values may hold any character except white space, quote and
 * semicolon, because clients send such boundaries unquoted. In quoted values only `\"` and `\\` are escapes, so that a
 * path with backslashes survives.
 *
 * @returns undefined if the whole value does not have that form
 */
function readParameterizedValue(value: string): { main: string; parameters: HeaderParameter[] } | undefined {
  const semicolon = value.indexOf(';')
  const mainEnd = semicolon < 0 ? value.length : semicolon
  const parameters: HeaderParameter[] = []
  const end = value.trimEnd().length
  let at = mainEnd
  while (at < end) {
    parameter.lastIndex = at
    const found = parameter.exec(value)
    if (found === null) return undefined
    at = parameter.lastIndex
    const [, name, quoted, plain] = found
    if (name === undefined) continue
    parameters.push({
      name: name.toLowerCase(),
      value: quoted === undefined ? (plain ?? '') : unescaped(quoted),
    })
  }
  return { main: value.slice(0, mainEnd).trim().toLowerCase(), parameters }
}

function unescaped(quoted: string): string {
  return quoted.includes('\\') ? quoted.replace(/\\(["\\])/g, '$1') : quoted
}
