import type { TrafficStore } from '@pictoglyph/core'
import { integer, type SqlEngine, text } from './engine.ts'

/** `TrafficStore` over an engine. */
export function createTrafficStore({ read, write }: SqlEngine): TrafficStore {
  return {
    add: (day, { answered, refused }) =>
      write(async (sql) => {
        await sql.run(
          `INSERT INTO text_request_days (day, answered, refused) VALUES (?, ?, ?)
           ON CONFLICT (day) DO UPDATE SET answered = text_request_days.answered + excluded.answered,
             refused = text_request_days.refused + excluded.refused`,
          day,
          answered,
          refused,
        )
      }),
    async daily(sinceMs) {
      const rows = await read.all(
        'SELECT day, answered, refused FROM text_request_days WHERE day >= ? ORDER BY day',
        new Date(sinceMs).toISOString().slice(0, 10),
      )
      return rows.map((row) => ({
        day: text(row, 'day'),
        answered: integer(row, 'answered'),
        refused: integer(row, 'refused'),
      }))
    },
  }
}
