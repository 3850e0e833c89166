/** What moves a cursor, ends a line, or reorders one: C0, DEL, C1, separators of lines, controls of direction. */
const controls = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu

/** Text that others wrote, made safe for a terminal: it is shown and never obeyed. In JSON it stays the same text. */
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

/** Prints lines, and resolves once they are written. @throws {Error} if they can't be */
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

/** Prints a result that is a text of its own, as it is for a program, and safe for a terminal. */
export function printText(text: string): void {
  process.stdout.write(process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text)
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('')
}
