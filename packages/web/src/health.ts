import { Failure } from '@pictoglyph/site/language/failure'
import { withinTime } from '@pictoglyph/site/language/within-time'
import type { Route } from './service.ts'

/** A condition for a service to be ready. `check` rejects with the reason if it fails. */
export interface ReadinessCheck {
  name: string
  check(): Promise<void>
}

/** Whether the process is stopping; then every service's readiness fails. */
export interface Lifecycle {
  stopping: boolean
  /** Facts about the process that `/readyz` adds, by name. */
  details?: Readonly<Record<string, { kind: string }>>
}

const checkDeadlineMs = 5_000

/** Runs a check; one without an answer in five seconds fails. Rejects with the reason. */
export function inGoodTime(check: ReadinessCheck['check']): Promise<void> {
  return withinTime(checkDeadlineMs, check(), () => new Error(`no answer in ${checkDeadlineMs} ms`))
}

/**
 * `GET /livez`: the process answers. `GET /readyz`: it can do its work, or 503 with the names of the failed parts. The
 * answer names only the part and the failing process or thread in it; the reason goes into the log.
 */
export function healthRoutes(options: {
  checks: readonly ReadinessCheck[]
  lifecycle: Lifecycle
  onUnready: (name: string, error: unknown, requestId: string) => void
  headers?: Readonly<Record<string, string>>
}): Route[] {
  const headers = {
    ...options.headers,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  return [
    {
      path: '/livez',
      methods: { GET: () => Response.json({ ok: true, data: { status: 'alive' } }, { headers }) },
    },
    {
      path: '/readyz',
      methods: {
        async GET({ id }) {
          const failed = await failedChecks(options, id)
          if (failed.length === 0) {
            const { details } = options.lifecycle
            return Response.json(
              { ok: true, data: { status: 'ready', ...(details && { details }) } },
              { headers },
            )
          }
          const message = `Not ready: ${failed.join(', ')}.`
          const body = { ok: false, error: { code: 'NOT_READY', message } }
          const more = { 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': id }
          return Response.json(body, { status: 503, headers: { ...headers, ...more } })
        },
      },
    },
  ]
}

async function failedChecks(
  options: Parameters<typeof healthRoutes>[0],
  requestId: string,
): Promise<string[]> {
  if (options.lifecycle.stopping) return ['stopping']
  const results = await Promise.all(
    options.checks.map(async ({ name, check }) => {
      try {
        await inGoodTime(check)
        return undefined
      } catch (error) {
        options.onUnready(name, error, requestId)
        const helper = error instanceof Failure && 'helper' in error.facts ? error.facts.helper : undefined
        return helper === undefined ? name : `${name} (${helper})`
      }
    }),
  )
  return results.filter((name) => name !== undefined)
}
