import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { panels, provoke, rules } from './watched-site.ts'

const root = join(import.meta.dir, '../..')

const queries = [
  ...rules.map(({ alert, expr }) => ({ name: alert, expression: expr })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ name: title, expression: expr.replaceAll('$__rate_interval', '5m') })),
  ),
]

/** What a query selects, and by what it groups. */
interface Parts {
  selectors: { metric: string; matchers: { label: string; operator: string; value: string }[] }[]
  grouping: string[]
}

/** @throws for what is no PromQL */
function partsOf(expression: string): Parts {
  const parts: Parts = { selectors: [], grouping: [] }
  let isGrouping = false
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      if (type.isError) throw new Error(`"${expression}" is no PromQL at ${from}`)
      const text = expression.slice(from, to)
      if (name === 'VectorSelector') parts.selectors.push({ metric: '', matchers: [] })
      const selector = parts.selectors.at(-1)
      if (name === 'GroupingLabels') isGrouping = true
      if (name === 'LabelName' && isGrouping) parts.grouping.push(text)
      if (name === 'Identifier' && selector !== undefined) selector.metric = text
      const matcher = name === 'UnquotedLabelMatcher' ? /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(text) : null
      if (matcher !== null) {
        const [, label = '', operator = '', value = ''] = matcher
        selector?.matchers.push({ label, operator, value })
      }
    },
    leave({ name }) {
      if (name === 'GroupingLabels') isGrouping = false
    },
  })
  return parts
}

interface Sample {
  metric: string
  labels: Record<string, string>
}

/** The samples of `/metrics`, with what Prometheus adds of its own. */
function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const own = lines.map((line) => {
    const [, metric = '', labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    return { metric, labels: { ...Object.fromEntries(pairs), job: 'pictoglyph', instance: 'localhost:8082' } }
  })
  return [...own, { metric: 'up', labels: { job: 'pictoglyph', instance: 'localhost:8082' } }]
}

function matches({ labels }: Sample, { matchers }: Parts['selectors'][number]): boolean {
  return matchers.every(({ label, operator, value }) => {
    const has = labels[label] ?? ''
    if (operator === '=') return has === value
    if (operator === '!=') return has !== value
    return new RegExp(`^(?:${value})$`).test(has) === (operator === '=~')
  })
}

describe('the dashboard and the alerts', () => {
  const cleanup = new AsyncDisposableStack()
  let samples: Sample[] = []
  let site: RunningSite
  beforeAll(async () => {
    const dataDirectory = cleanup.use(await temporaryDirectory()).path
    const services = 'images,text,console'
    site = cleanup.use(await startSite({ dataDirectory, services }))
    await provoke(site, join(dataDirectory, 'blobs'))
    samples = samplesOf(await (await fetch(`${site.urls.console}/metrics`)).text())
  })
  afterAll(() => cleanup.disposeAsync())

  test.each(queries)('$name finds what it asks for: $expression', ({ expression }) => {
    const { selectors, grouping } = partsOf(expression)
    expect(selectors.length).toBeGreaterThan(0)
    const known = new Set<string>()
    for (const selector of selectors) {
      const found = samples.filter((sample) => sample.metric === selector.metric && matches(sample, selector))
      expect([selector, found.length]).not.toEqual([selector, 0])
      for (const { labels } of found) for (const label of Object.keys(labels)) known.add(label)
    }
    expect(grouping.filter((label) => !known.has(label))).toEqual([])
  })

  test('every metric of the site is in the dashboard or an alert', () => {
    const shown = new Set(
      queries.flatMap(({ expression }) => partsOf(expression).selectors.map(({ metric }) => metric)),
    )
    const own = samples
      .map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, ''))
      .filter((metric) => metric.startsWith('pictoglyph_'))
    const isShown = (metric: string) => shown.has(metric) || shown.has(`${metric}_bucket`)
    expect([...new Set(own)].filter((metric) => !isShown(metric))).toEqual([])
  })
})

test('a query with an unknown metric, a wrong label or a slip of the pen is found out', () => {
  const { selectors, grouping } = partsOf('sum by (part) (rate(a_total{use="x", outcome!="y"}[5m])) > 0')
  expect(grouping).toEqual(['part'])
  expect(selectors).toEqual([
    {
      metric: 'a_total',
      matchers: [
        { label: 'use', operator: '=', value: 'x' },
        { label: 'outcome', operator: '!=', value: 'y' },
      ],
    },
  ])
  expect(() => partsOf('sum by (part) (rate(a_total[5m]')).toThrow('no PromQL')
})

test('every alert says how urgent it is, and stands in what to do at night', async () => {
  const page = await Bun.file(join(root, 'docs/night.md')).text()
  for (const { alert, labels } of rules) {
    expect(['page', 'morning']).toContain(labels.severity)
    expect([alert, page.includes(`\`${alert}\``)]).toEqual([alert, true])
  }
})

test('the units of a backup and of a check run beside the server, which then knows of them', async () => {
  await using cleanup = new AsyncDisposableStack()
  const dataDirectory = cleanup.use(await temporaryDirectory()).path
  const backups = cleanup.use(await temporaryDirectory()).path
  const site = cleanup.use(await startSite({ dataDirectory, services: 'images,console' }))
  const last = async (name: string) => {
    const text = await (await fetch(`${site.urls.console}/metrics`)).text()
    return Number(new RegExp(`^pictoglyph_last_${name}_timestamp_seconds (\\S+)$`, 'm').exec(text)?.[1])
  }
  for (const name of ['backup', 'fsck']) {
    const unit = await Bun.file(join(root, `deploy/pictoglyph-${name}.service`)).text()
    const timer = await Bun.file(join(root, `deploy/pictoglyph-${name}.timer`)).text()
    expect(timer).toContain('WantedBy=timers.target')
    expect(unit).toContain('Environment=PICTOGLYPH_DATA_DIR=/var/lib/pictoglyph\n')
    const start = /^ExecStart=\/opt\/pictoglyph\/apps\/cli\/bin\/pictoglyph (.*)$/m.exec(unit)?.[1] ?? ''
    expect(await last(name)).toBe(0)
    const words = start.replace('/var/backups/pictoglyph', join(backups, 'site')).split(' ')
    const { exitCode, stderr } = await runPictoglyph(dataDirectory, words)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(await last(name)).toBeGreaterThan(Date.now() / 1_000 - 60)
  }
})
