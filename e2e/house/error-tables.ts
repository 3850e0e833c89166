import { failures } from '@pictoglyph/site/language/failures'

export const errorsPagePath = 'docs/reference/errors.md'
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
    .map(([code, { when, remedy, ...entry }]) => {
      const { status, uploadStatus }: { status: number; uploadStatus?: number } = entry
      const statuses = uploadStatus === undefined ? status : `${status}; ${uploadStatus} to an upload`
      const again = status === 408 || status === 429 || status >= 500 ? 'yes' : 'no'
      return `| \`${code}\` | ${statuses} | ${when} | ${remedy} | ${again} |\n`
    })
  return `| Code | Status | When | What to do | Again? |\n|---|---|---|---|---|\n${rows.join('')}`
}

/** The client's source file of codes. */
export function clientCodes(): string {
  const codes = Object.keys(failures).map((code) => `\n  | '${code}'`)
  return `/** Codes of the services. Written by \`npm run openapi\` from \`packages/site/src/language/failures.ts\`. */\nexport type ServiceErrorCode =${codes.join('')}\n`
}
