import { insertion } from '../rows/clauses.ts'
import { integer, text } from '../rows/engine.ts'
import type { Store, StoreDefinition } from '../rows/store.ts'

/** Requests to the text service. */
export interface TrafficCounts {
  /** Requests that passed the access lists and the rate limit, whatever the answer. */
  answered: number
  /** Requests that the rate limit or an access list refused. */
  refused: number
}

/** Requests per day. Days are in UTC, as `YYYY-MM-DD`. */
export type TrafficStore = Store<typeof trafficStore>

/** Defines {@link TrafficStore}. */
export const trafficStore = {
  walks: ({ read }) => ({
    /** The counts from the day of `sinceMs` on, oldest first. Days without requests are left out. */
    async daily(sinceMs: number): Promise<(TrafficCounts & { day: string })[]> {
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
  }),
  changes: ({ write }) => ({
    /** Adds to the counts of a day. */
    add: (day: string, { answered, refused }: TrafficCounts) =>
      write(async (sql) => {
        await sql.run(
          ...insertion(
            'text_request_days',
            { day, answered, refused },
            `ON CONFLICT (day) DO UPDATE SET answered = text_request_days.answered + excluded.answered,
refused = text_request_days.refused + excluded.refused`,
          ),
        )
      }),
  }),
} satisfies StoreDefinition
