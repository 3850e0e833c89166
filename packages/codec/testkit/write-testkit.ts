/** Writes docs/cipher/testkit again, cases and clauses: `bun packages/codec/testkit/write-testkit.ts`. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCase } from './case.ts'
import { clauses, writeClauses } from './clauses/clauses.ts'
import { testkitCases } from './testkit.ts'

const folder = join(import.meta.dir, '../../../docs/cipher/testkit')

for (const file of readdirSync(folder)) if (file.endsWith('.txt')) rmSync(join(folder, file))
for (const one of testkitCases()) writeFileSync(join(folder, `${one.name}.txt`), writeCase(one))
writeFileSync(join(folder, 'clauses.json'), writeClauses(clauses))
