import { readdirSync, readFileSync } from 'node:fs'

/** What a process holds. */
interface ProcessFigures {
  residentMib: number
  descriptors: number
}

/** Of a process of this machine, with those that it has started. */
export function processFigures(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const residentKib = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  const own = { residentMib: residentKib / 1_024, descriptors: readdirSync(`/proc/${pid}/fd`).length }
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children
    .map((child) => processFigures(Number(child)))
    .reduce(
      (sum, figures) => ({
        residentMib: sum.residentMib + figures.residentMib,
        descriptors: sum.descriptors + figures.descriptors,
      }),
      own,
    )
}
