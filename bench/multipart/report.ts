import { cpus } from 'node:os'
import { median } from '../load/median.ts'

/** What one contestant took for a form in each round, in microseconds. */
interface Series {
  name: string
  figures: number[]
}

/**
 * Prints the machine and a table: median and spread of each series, and the share of the first series'
 * speed that it reaches. The share is the median over rounds, because what else the machine does falls on
 * all contestants of a round alike.
 */
export function report(title: string, series: Series[]): void {
  const processors = cpus()
  console.log(
    `Bun ${Bun.version}, ${process.platform} ${process.arch}, ${processors.length} × ${processors[0]?.model}`,
  )
  console.log(title)
  const bare = series[0]?.figures ?? []
  console.table(
    series.map(({ name, figures }) => {
      const shares = figures.map((figure, round) => (bare[round] ?? Number.NaN) / figure)
      return {
        reader: name,
        'median µs': Math.round(median(figures)),
        'least µs': Math.round(Math.min(...figures)),
        'most µs': Math.round(Math.max(...figures)),
        'of bare': median(shares).toFixed(2),
        'least of bare': Math.min(...shares).toFixed(2),
        'most of bare': Math.max(...shares).toFixed(2),
      }
    }),
  )
}
