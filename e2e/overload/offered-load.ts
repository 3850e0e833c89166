import { Buffer } from 'node:buffer'
import type { RunningSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { openUploadConnection, type UploadConnection, uploadRequest } from './upload-connection.ts'

/** What a load was answered. */
export interface LoadFigures {
  seconds: number
  /** Images stored, by the second. */
  goodput: number
  stored: number
  /** 503, each with Retry-After. */
  refused: number
  /** What is neither: other statuses, answers without Retry-After, connections that ended. */
  failures: string[]
  /** Of what was stored, in milliseconds from the time that it was due. */
  p99Ms: number
}

/** Clients wait, too: no more than this are under way at once. */
const maxUnderWay = 1_500
const tickMs = 5
const keptIdleMs = 1_000
const imageBytes = 2_500
let seed = 60_000_000

/** Sends as fast as answers come, over so many connections. */
export async function closedLoad(
  site: RunningSite,
  seconds: number,
  connections: number,
): Promise<LoadFigures> {
  const counter = createCounter(site)
  const endMs = performance.now() + seconds * 1_000
  async function client(): Promise<void> {
    while (performance.now() < endMs) await counter.send(performance.now())
  }
  await Promise.all(Array.from({ length: connections }, client))
  return counter.finish()
}

/** Sends so many uploads a second, whatever becomes of them, as a crowd does. */
export async function openLoad(site: RunningSite, seconds: number, perSecond: number): Promise<LoadFigures> {
  const counter = createCounter(site)
  const beganMs = performance.now()
  let due = 0
  while (performance.now() < beganMs + seconds * 1_000) {
    const dueNow = Math.floor(((performance.now() - beganMs) / 1_000) * perSecond)
    for (; due < dueNow; due++) {
      if (counter.underWay < maxUnderWay) void counter.send(beganMs + (due / perSecond) * 1_000)
    }
    await Bun.sleep(tickMs)
  }
  return counter.finish()
}

function createCounter(site: RunningSite) {
  const idle: { connection: UploadConnection; sinceMs: number }[] = []
  const latenciesMs: number[] = []
  const failures: string[] = []
  const beganMs = performance.now()
  let refused = 0
  let underWay = 0
  let endedMs = beganMs

  /** One that was used a moment ago: the server closes those that were not, perhaps just now. */
  function takeIdle(): UploadConnection | undefined {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      if (kept.connection.isOpen && performance.now() - kept.sinceMs < keptIdleMs) return kept.connection
      kept.connection.close()
    }
    return undefined
  }

  async function answer(): Promise<number> {
    const connection = takeIdle() ?? (await openUploadConnection(site.urls.images))
    const { head, body } = uploadRequest(site.credentials!, sampleImage(seed++, imageBytes))
    const { status, retryAfter } = await connection.request([Buffer.concat([head, body])])
    idle.push({ connection, sinceMs: performance.now() })
    if (status === 503 && retryAfter === null) throw new Error('503 without Retry-After')
    return status
  }

  return {
    get underWay() {
      return underWay
    },
    async send(dueMs: number): Promise<void> {
      underWay += 1
      try {
        const status = await answer()
        if (status === 200) latenciesMs.push(performance.now() - dueMs)
        else if (status === 503) refused += 1
        else failures.push(`status ${status}`)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
      underWay -= 1
      endedMs = performance.now()
    },
    /** What is still under way is waited for, and its time counts. */
    async finish(): Promise<LoadFigures> {
      while (underWay > 0) await Bun.sleep(tickMs)
      for (const { connection } of idle) connection.close()
      latenciesMs.sort((a, b) => a - b)
      const seconds = (endedMs - beganMs) / 1_000
      const stored = latenciesMs.length
      const p99Ms = Math.round(latenciesMs[Math.floor(stored * 0.99)] ?? 0)
      return { seconds, stored, refused, failures, p99Ms, goodput: stored / seconds }
    },
  }
}
