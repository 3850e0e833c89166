import { inEnglish } from '@pictoglyph/site/language/message'
import { defaultPolicy, policyKeys, settingOf, writtenPolicyValue } from '@pictoglyph/site/policy'

export const configurationPagePath = 'docs/reference/configuration.md'

/** The page with its table of policies written from their definitions. */
export function withPolicyTable(page: string): string {
  const table = /^\| Policy \|.*\n(?:\|.*\n)*/m
  if (!table.test(page)) throw new Error(`${configurationPagePath} has no table of policies`)
  const rows = policyKeys.map((key) => {
    // Types have short names too, which people write.
    const value = writtenPolicyValue(defaultPolicy, key).replaceAll('image/', '')
    const { kind, meaning } = settingOf(key)
    const values = inEnglish(kind.expected)
      .replace(/^must be (?:of )?/, '')
      .replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en'))
    return `| \`${key}\` | ${value === '' ? 'empty' : `\`${value}\``} | ${meaning} | ${values} |\n`
  })
  return page.replace(
    table,
    () => `| Policy | Default | Meaning | Values |\n|---|---|---|---|\n${rows.join('')}`,
  )
}
