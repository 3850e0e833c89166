import type { UploadTarget } from './client-configuration.ts'

/** Quotes a word for a POSIX shell (POSIX.1-2024, Shell Command Language, 2.2.2). */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * A curl command over several lines that posts the file. It uses `--form-string` for values, because `--form` would
 * read values that begin with `@` or `<` from a file.
 * @param file the argument of `--form` for the file, already quoted if needed
 */
export function curlCommand({ url, authorization, fields }: UploadTarget, file: string): string {
  return [
    'curl --silent --show-error --fail-with-body',
    `--header ${shellWord(`Authorization: ${authorization}`)}`,
    ...Object.entries(fields).map(([name, value]) => `--form-string ${shellWord(`${name}=${value}`)}`),
    `--form ${file}`,
    shellWord(url),
  ].join(' \\\n    ')
}

/** A shell function that prints the link in an answer, using only standard tools. */
export const linkFunction = `link_in() {
  printf '%s' "$1" | grep -o '"url":"[^"]*"' | head -n 1 | cut -d '"' -f 4
}`

/** A shell function that prints why an upload failed: the service's message, or curl's last line. */
export const reasonFunction = `reason_in() {
  reason=$(printf '%s' "$1" | grep -Eo '"message":"([^"\\\\]|\\\\.)*"' | head -n 1 | cut -c 12- | sed 's/"$//; s/\\\\\\(.\\)/\\1/g')
  printf '%s\\n' "\${reason:-$(printf '%s' "$1" | tail -n 1)}"
}`
