/** One `name=value` of a header; the name in lower case, the value without its quotes and escapes. */
export interface HeaderParameter {
  name: string
  value: string
}

/** The value of a structured header: `form-data; name="file"`. */
export interface ParameterizedValue {
  /** What stands before the first semicolon, trimmed, in lower case. */
  main: string
  parameters: HeaderParameter[]
}

const parameter = /\s*;\s*(?:([!#$%&'*+.^`|~\w-]+)\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s;"]*)))?/y

/**
 * Splits `Content-Type` and `Content-Disposition` values (RFC 9110 section 5.6.6) in time linear in their
 * length. Unquoted values may hold any character but white space, quote and semicolon, because clients
 * send such boundaries unquoted. In quoted values only `\"` and `\\` are escapes, so that a path in
 * backslashes survives.
 *
 * @returns undefined when the value does not follow that shape to its end.
 */
export function readParameterizedValue(value: string): ParameterizedValue | undefined {
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
