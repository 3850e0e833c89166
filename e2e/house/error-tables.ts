import { failures } from '@pictoglyph/core'

export const errorsPagePath = 'docs/errors.md'
export const clientCodesPath = 'packages/client/src/error-code.ts'

const headings = { client: 'Who is calling', request: 'What was sent', site: 'Our side' } as const

/** The page with each section's table made anew from `failures`. */
export function withErrorTables(page: string): string {
  let made = page
  for (const [section, heading] of Object.entries(headings)) {
    const table = new RegExp(`(^## ${heading}\\n\\n)(?:\\|.*\\n)*`, 'm')
    if (!table.test(made)) throw new Error(`${errorsPagePath} has no section "${heading}"`)
    made = made.replace(table, (_, before: string) => before + tableOf(section))
  }
  return made
}

function tableOf(section: string): string {
  const rows = Object.entries(failures)
    .filter(([, entry]) => entry.section === section)
    .map(([code, { status, when, remedy }]) => {
      const again = status === 429 || status >= 500 ? 'yes' : 'no'
      return `| \`${code}\` | ${status} | ${when} | ${remedy} | ${again} |\n`
    })
  return `| Code | Status | When | What to do | Again? |\n|---|---|---|---|---|\n${rows.join('')}`
}

/** The client's source file of codes. */
export function clientCodes(): string {
  const codes = Object.keys(failures).map((code) => `\n  | '${code}'`)
  return `/** Codes of the services. Written by \`npm run openapi\` from \`packages/core/src/failures.ts\`. */\nexport type ServiceErrorCode =${codes.join('')}\n`
}
