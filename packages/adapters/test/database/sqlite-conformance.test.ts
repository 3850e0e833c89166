import { databaseConformance } from '@pictoglyph/core/conformance/database'
import { openSqlitePair } from './sqlite-files.ts'

databaseConformance('SQLite', openSqlitePair, { runs: process.env.PICTOGLYPH_PROOF ? 2_000 : 60 })
