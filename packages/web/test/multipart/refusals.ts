import { Failure } from '@pictoglyph/site/language/failure'

/** A short name for each refusal of a multipart body, by the template of its message. */
const names: Readonly<Record<string, string>> = {
  'The Content-Type must be multipart/form-data; the request has none.': 'NOT_MULTIPART',
  'The Content-Type must be multipart/form-data, not {type}.': 'NOT_MULTIPART',
  'The Content-Type names no boundary. Leave that header to your HTTP library, which adds one.':
    'BOUNDARY_MISSING',
  'The boundary that the Content-Type announces does not occur in the body.': 'BOUNDARY_ABSENT',
  'The field "{name}" has an unknown character encoding, "{charset}". Send UTF-8.': 'CHARSET_UNKNOWN',
  'The Content-Type names more than one boundary.': 'BOUNDARY_DOUBLED',
  'The parameters of the Content-Type are malformed.': 'BOUNDARY_INVALID',
  "The boundary must be 1 to 70 letters, digits or '()+_,-./:=? and not end in a space.": 'BOUNDARY_INVALID',
  'The announced boundary does not begin a line in the first {preambleBytes} bytes of the body.':
    'PREAMBLE_TOO_LARGE',
  'A boundary is followed by neither CR LF nor "--".': 'DELIMITER_MALFORMED',
  'Delimiter lines must end in CR LF, not in LF alone.': 'LINE_ENDS',
  'Header lines must end in CR LF, not in LF alone.': 'LINE_ENDS',
  'The body ends before its closing boundary.': 'BODY_TRUNCATED',
  'The body must not have more than {parts} parts.': 'TOO_MANY_PARTS',
  'The headers of a part must not be longer than {limitBytes} bytes.': 'PART_HEADER_TOO_LARGE',
  'The headers of a part begin with a continuation.': 'PART_HEADER_MALFORMED',
  'A part has a malformed header line.': 'PART_HEADER_MALFORMED',
  'A part has the same header twice.': 'PART_HEADER_MALFORMED',
  'The Content-Disposition of a part is malformed.': 'PART_HEADER_MALFORMED',
  'A part has more than one {name}.': 'PART_HEADER_MALFORMED',
  'Every part must have a name in its Content-Disposition.': 'PART_NAMELESS',
  'A part must not itself be multipart.': 'PART_NESTED',
  'Parts must be sent as they are, without a transfer encoding.': 'PART_ENCODED',
  'The field "{name}" must not be longer than {fieldBytes} bytes.': 'FIELD_TOO_LARGE',
  'The text fields together must not be longer than {fieldsBytes} bytes.': 'FIELDS_TOO_LARGE',
  'The field "{name}" must be UTF-8 without NUL.': 'FIELD_NOT_TEXT',
}

/** The name of a refusal, or what was thrown instead of one. */
export function refusalOf(thrown: unknown): unknown {
  if (!(thrown instanceof Failure) || thrown.facts.code !== 'BAD_REQUEST') return thrown
  return names[thrown.facts.reason.template] ?? thrown
}
