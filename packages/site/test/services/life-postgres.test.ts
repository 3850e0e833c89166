import { createPostgresDatabase } from '../../src/database/postgres.ts'
import { chapters } from '../life/chapters.ts'
import { testChapter } from '../life/life.ts'
import { createSchema } from './postgres-schema.ts'

const { PICTOGLYPH_TEST_SERVICES, PICTOGLYPH_TEST_POSTGRES_URL } = process.env

if (PICTOGLYPH_TEST_SERVICES === '1' && PICTOGLYPH_TEST_POSTGRES_URL) {
  const server = PICTOGLYPH_TEST_POSTGRES_URL
  for (const chapter of chapters) {
    testChapter('PostgreSQL', chapter, async ({ clock }) => {
      const schema = await createSchema(server)
      const database = await createPostgresDatabase({ url: schema.url, connections: 5, clock })
      const close = async () => {
        await database.close()
        await schema[Symbol.asyncDispose]()
      }
      return { database: { ...database, close }, url: schema.url }
    })
  }
}
