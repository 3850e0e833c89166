import { bulkActionConformance, databaseConformance } from '../../conformance/database.ts'
import { openCountedDatabase } from './counted-database.ts'
import { openSqlitePair, temporaryFolder } from './sqlite-files.ts'

databaseConformance('SQLite', openSqlitePair, { runs: process.env.PICTOGLYPH_PROOF ? 2_000 : 60 })

bulkActionConformance('SQLite', async (clock) => {
  const folder = await temporaryFolder()
  const made = await openCountedDatabase(`sqlite:${folder.path}/site.sqlite`, clock)
  return {
    ...made,
    async [Symbol.asyncDispose]() {
      await made[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
})
