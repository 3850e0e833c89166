import { keyOf, type RenditionMaking, type WantedRendition } from './make-rendition.ts'
import type { RenditionEvent } from './rendition-event.ts'

/** Beyond these they are left to be made when someone asks. */
const maxBacklog = 1_000

/** When work that nobody waits for is done. */
export interface RenditionPace {
  /** Nothing was uploaded, and nothing more came to be made, for so long. */
  quietMs: number
  /** Under uploads without a pause one is made each time so long has passed. */
  maxPatienceMs: number
}

/** Renditions that nobody waits for, made one after the other while there is nothing else to do. */
export interface RenditionBacklog {
  /** There is something else to do: the pause that it waits for begins anew. */
  noteBusy(): void
  add(wanted: WantedRendition): void
  /** It is made by who asked for it. */
  drop(wanted: WantedRendition): void
  /** Resolves when nothing is left. */
  idle(): Promise<void>
  /** Leaves out what is left; `idle` resolves when what is being made has ended. */
  close(): void
}

export function createRenditionBacklog({
  making,
  pace,
  report,
}: {
  making: RenditionMaking
  pace: RenditionPace
  report: (event: RenditionEvent) => void
}): RenditionBacklog {
  const backlog = new Map<string, WantedRendition>()
  let work: Promise<void> = Promise.resolve()
  let isWorking = false
  let isClosed = false
  let busyAtMs = 0
  let endWaiting = () => {}

  async function workOff(): Promise<void> {
    for (const [key, wanted] of backlog) {
      await quiet()
      if (isClosed) break
      backlog.delete(key)
      try {
        await making.make(wanted, false)
      } catch (error) {
        report({ kind: 'failed', source: wanted.file.address, error })
      }
      if (making.isUnavailable()) backlog.clear()
    }
    isWorking = false
  }

  async function quiet(): Promise<void> {
    const maxPatienceAtMs = performance.now() + pace.maxPatienceMs
    while (!isClosed) {
      const leftMs = Math.min(busyAtMs + pace.quietMs, maxPatienceAtMs) - performance.now()
      if (leftMs <= 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        endWaiting = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    noteBusy() {
      busyAtMs = performance.now()
    },
    add(wanted) {
      if (isClosed || backlog.size >= maxBacklog || making.isUnderWay(wanted)) return
      backlog.set(keyOf(wanted), wanted)
      if (isWorking) return
      isWorking = true
      work = workOff()
    },
    drop: (wanted) => void backlog.delete(keyOf(wanted)),
    idle: () => work,
    close() {
      isClosed = true
      backlog.clear()
      endWaiting()
    },
  }
}
