import { defaultPolicy, policyKeys, settingOf, writtenPolicyValue } from '@pictoglyph/site/policy'

export const configurationPagePath = 'docs/reference/configuration.md'

/** The page with its table of policies written from their definitions. */
export function withPolicyTable(page: string): string {
  const table = /^\| Policy \|.*\n(?:\|.*\n)*/m
  if (!table.test(page)) throw new Error(`${configurationPagePath} has no table of policies`)
  const rows = policyKeys.map((key) => {
    // Types have short names too, which people write.
    const value = writtenPolicyValue(defaultPolicy, key).replaceAll('image/', '')
    return `| \`${key}\` | ${value === '' ? 'empty' : `\`${value}\``} | ${settingOf(key).meaning} |\n`
  })
  return page.replace(table, () => `| Policy | Default | Meaning |\n|---|---|---|\n${rows.join('')}`)
}
