import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import { integer, type SqlReader, text, textOrNull } from '@pictoglyph/site/rows/engine'

export const schemaPagePath = 'docs/reference/schema.md'

const head = `# Tables

What the steps of \`packages/site/src/rows/migrations\` make, as it is in SQLite. PostgreSQL has the same tables with its own types, and another index of searched words. Times are milliseconds since 1970, flags 0 or 1.

<!-- Written by \`npm run openapi\`. -->
`

/** The page of all tables, from a database that has just been made. */
export async function schemaPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pictoglyph-schema-'))
  try {
    const engine = await openSqlEngine(`sqlite:${join(folder, 'site.sqlite')}`)
    try {
      const tables = await engine.read.all(
        `SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
      )
      const sections: string[] = []
      for (const table of tables) sections.push(await sectionOf(engine.read, text(table, 'name')))
      return [head, ...sections].join('\n')
    } finally {
      await engine.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function sectionOf(read: SqlReader, table: string): Promise<string> {
  const columns = await read.all('SELECT * FROM pragma_table_info(?) ORDER BY cid', table)
  const references = new Map(
    (await read.all('SELECT * FROM pragma_foreign_key_list(?)', table)).map((row) => [
      text(row, 'from'),
      text(row, 'table'),
    ]),
  )
  const indexes = await read.all(
    `SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name`,
    table,
  )
  const unique = await read.all(
    `SELECT (SELECT GROUP_CONCAT(name, ', ') FROM (SELECT name FROM pragma_index_info(list.name) ORDER BY seqno)) AS columns
     FROM pragma_index_list(?) AS list WHERE origin = 'u' ORDER BY columns`,
    table,
  )
  const rows = columns.map((column) => {
    const name = text(column, 'name')
    const place = integer(column, 'pk')
    const target = references.get(name)
    const given = textOrNull(column, 'dflt_value')
    const facts = [
      ...(place > 0 ? ['key'] : []),
      ...(integer(column, 'notnull') === 1 || place > 0 ? [] : ['may be null']),
      ...(given === null ? [] : [`\`${given}\` by default`]),
      ...(target === undefined ? [] : [`a row of \`${target}\``]),
    ]
    return `| \`${name}\` | ${text(column, 'type').toLowerCase()} | ${facts.join(', ')} |`
  })
  const list = [
    ...unique.map((row) => `- \`UNIQUE (${text(row, 'columns')})\``),
    ...indexes.map((row) => `- \`${text(row, 'sql').replace(/\s+/g, ' ').replace('CREATE ', '')}\``),
  ]
  const below = list.length === 0 ? '' : `\n${list.join('\n')}\n`
  return `## ${table}\n\n| column | type | |\n|---|---|---|\n${rows.join('\n')}\n${below}`
}
