/** @jsxImportSource hono/jsx */

import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import type { PartCheck } from '../../options.ts'
import { showPage } from '../../page/page.tsx'
import { dayMs } from '../../parts/day-range.tsx'
import { Bytes, Count, Time } from '../../parts/numbers-and-times.tsx'
import { Table } from '../../parts/table.tsx'
import { type ConsoleRoute, operatorPage } from '../../routing/route.ts'
import { limitedClients } from '../limited-clients.ts'
import { checkParts, type PartHealth } from './health.ts'
import { everyDay, UploadChart } from './upload-chart.tsx'

export const overviewRoutes: ConsoleRoute[] = [operatorPage('/overview', showOverview)]

const shownDays = 30

/** How the site fares: what it keeps, what came in, what went wrong, and whether its parts work. */
async function showOverview(context: SignedInContext): Promise<Response> {
  const { services } = context
  const { site } = services
  const nowMs = site.clock()
  const [totals, daily, health, limited] = await Promise.all([
    site.database.images.totals(),
    site.database.images.daily(nowMs - (shownDays - 1) * dayMs),
    checkParts([...services.checks, limiterCheck(services)]),
    limitedClients(services),
  ])
  const { overview: text } = context.text
  return showPage(context, {
    title: text.title,
    body: (
      <>
        <dl class="tiles">
          <div class="card">
            <dt>{text.images}</dt>
            <dd>
              <Count of={totals.images} />
            </dd>
          </div>
          <div class="card">
            <dt>{text.stored}</dt>
            <dd>
              <Bytes count={totals.bytes} />
            </dd>
          </div>
          <div class="card">
            <dt>{text.saved}</dt>
            <dd>
              <Bytes count={totals.deduplicatedBytes} />
            </dd>
          </div>
          <div class="card">
            <dt>{text.limited}</dt>
            <dd>{limited === null ? '–' : <Count of={limited} />}</dd>
          </div>
        </dl>
        <UploadChart days={everyDay(daily, shownDays, nowMs)} />
        <div class="columns">
          <Health parts={health} />
          <RecentErrors />
        </div>
      </>
    ),
  })
}

/** The limiter works where it says whom it holds back. */
function limiterCheck({ limiter }: SignedInContext['services']): PartCheck {
  return {
    name: 'limiter',
    async check() {
      await limiter.limited()
    },
  }
}

const Health = ({ parts }: { parts: readonly PartHealth[] }) => {
  const { overview: text } = useConsole().text
  return (
    <section class="card stack">
      <h2>{text.health}</h2>
      <ul class="plain-list">
        {parts.map(({ name, problem, durationMs }) => (
          <li class="split">
            <span>
              <span title={name}>{text.parts[name]}</span>
              {problem === null ? null : (
                <span class="muted block" lang="en">
                  {problem}
                </span>
              )}
            </span>
            <span class={problem === null ? 'badge good' : 'badge bad'}>
              {problem === null ? text.works(durationMs) : text.fails}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const RecentErrors = () => {
  const { services, text } = useConsole()
  const errors = services.recentErrors()
  const { overview } = text
  return (
    <section class="card stack">
      <h2>{overview.errors}</h2>
      {errors.length === 0 ? (
        <p class="muted">{overview.noErrors}</p>
      ) : (
        <Table label={overview.errors} columns={[overview.when, overview.what, overview.request]}>
          {errors.map((error) => (
            <tr>
              <td data-label={overview.when}>
                <Time atMs={error.atMs} />
              </td>
              <td data-label={overview.what}>
                <code>{error.code}</code>
                <span class="muted block" lang="en">
                  {error.message}
                </span>
              </td>
              <td data-label={overview.request}>
                {error.service}: {error.method} {error.path}
                <code class="block">{error.requestId}</code>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
