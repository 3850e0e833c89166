/** Characters that move a cursor, end a line, or reorder text: C0, DEL, C1, line separators, direction controls. */
const controls = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu

/** Makes foreign text safe for a terminal, which then obeys none of it. In JSON the text stays the same. */
export function printable(written: string): string {
  return written.replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Prints lines of results. */
export function print(...lines: string[]): void {
  process.stdout.write(textOf(lines))
}

/** Prints lines for people next to the results, on standard error. */
export function remark(...lines: string[]): void {
  process.stderr.write(textOf(lines))
}

/** Prints lines, and resolves once they are written. @throws {Error} if this fails */
export function printConfirmed(...lines: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.stdout.once('error', reject)
  process.stdout.write(textOf(lines), (error) => {
    if (error) return reject(error)
    process.stdout.off('error', reject)
    resolve()
  })
  return promise
}

/** Prints a text: verbatim for a program, safe for a terminal. */
export function printText(text: string): void {
  process.stdout.write(process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text)
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('')
}
