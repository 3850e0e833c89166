import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { startProcess } from '../services/service-process.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { panels, provoke, rules } from './watched-site.ts'

/** Only several processes have one each. */
const unneeded = 'worker'
const monitoring = join(import.meta.dir, '../../deploy/monitoring')

/** Prometheus itself, which asks a site each second that all has happened to. */
async function openWatchedSite(program: string) {
  await using opened = new AsyncDisposableStack()
  const directory = opened.use(await temporaryDirectory()).path
  const dataDirectory = join(directory, 'data')
  const site = opened.use(await startSite({ dataDirectory, services: 'images,text,console' }))
  const [port, config] = [await freePort(), join(directory, 'prometheus.yml')]
  const shipped = Bun.YAML.parse(await Bun.file(join(monitoring, 'prometheus.yml')).text()) as {
    rule_files: string[]
    scrape_configs: { scrape_interval: string; static_configs: { targets: string[] }[] }[]
  }
  const [scraped] = shipped.scrape_configs
  if (scraped === undefined) throw new Error('prometheus.yml scrapes nothing')
  scraped.scrape_interval = '1s'
  scraped.static_configs = [{ targets: [new URL(site.urls.console).host] }]
  await Bun.write(config, JSON.stringify({ ...shipped, rule_files: [join(monitoring, 'alerts.yml')] }))
  const running = opened.use(
    startProcess({
      name: 'prometheus',
      log: join(directory, 'prometheus.log'),
      command: [
        program,
        `--config.file=${config}`,
        `--storage.tsdb.path=${directory}/series`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
    }),
  )
  await running.whenReady(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok)

  /** The labels of each series that a query gives. @throws for what Prometheus can't read */
  async function ask(query: string): Promise<Record<string, string>[]> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query })}`)
    const { status, error, data } = (await answer.json()) as {
      status: string
      error?: string
      data?: { result: { metric: Record<string, string> }[] }
    }
    if (status !== 'success' || data === undefined) throw new Error(`${query}: ${error}`)
    return data.result.map(({ metric }) => metric)
  }

  const held = opened.move()
  return { site, dataDirectory, ask, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function untilSeries(ask: () => Promise<Record<string, string>[]>) {
  for (;;) {
    const series = await ask()
    if (series.length > 0) return series
    await Bun.sleep(200)
  }
}

const prometheus = Bun.which('prometheus')
if (prometheus !== null) {
  test('each query of the dashboard gives series with the labels of its legend, and each alert can be asked', async () => {
    await using watched = await openWatchedSite(prometheus)
    const { site, ask } = watched
    // Twice: a rate is of a counter that was there before.
    await untilSeries(() => ask('up == 1'))
    await provoke(site, join(watched.dataDirectory, 'blobs'))
    for (const { title, targets } of panels) {
      for (const { expr, legendFormat } of targets) {
        const series = await untilSeries(() => ask(expr.replaceAll('$__rate_interval', '1m')))
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
          if (label === unneeded) continue
          expect([title, label, series.some((labels) => label in labels)]).toEqual([title, label, true])
        }
      }
    }
    for (const { expr } of rules) await ask(expr)
  }, 60_000)
}

const promtool = Bun.which('promtool')
if (promtool !== null) {
  /** What fires after an hour of these series, most urgent first. */
  async function alertsOf(series: Record<string, string>): Promise<string[]> {
    await using directory = await temporaryDirectory()
    const path = join(directory.path, 'alerts.test.yml')
    const expected = rules.map(({ alert }) => ({ eval_time: '59m', alertname: alert, exp_alerts: [] }))
    const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }))
    const tests = [{ interval: '1m', input_series, alert_rule_test: expected }]
    await Bun.write(path, JSON.stringify({ rule_files: [join(monitoring, 'alerts.yml')], tests }))
    const ran = Bun.spawn([promtool!, 'test', 'rules', path], { stdout: 'pipe', stderr: 'pipe' })
    const said = (await new Response(ran.stdout).text()) + (await new Response(ran.stderr).text())
    return [...said.matchAll(/Labels:\{alertname="(\w+)"/g)].map(([, name = '']) => name)
  }

  test('one full disk is one page', async () => {
    const fired = await alertsOf({
      ...disks('1000000+0x60'),
      'pictoglyph_ready{part="database"}': '1x60',
      'pictoglyph_ready{part="blobs"}': '0x60',
      'pictoglyph_storage_errors_total{part="blobs"}': '0+10x60',
      'pictoglyph_storage_errors_total{part="database"}': '0+10x60',
      'pictoglyph_http_requests_total{service="images",status="503"}': '0+600x60',
    })
    expect(pagesOf(fired)).toEqual(['PictoglyphDiskFull'])
  })

  test('a store that is away is one page, and no overload', async () => {
    const fired = await alertsOf({
      ...disks('90000000000+0x60'),
      'pictoglyph_ready{part="database"}': '1x60',
      'pictoglyph_ready{part="blobs"}': '0x60',
      'pictoglyph_storage_errors_total{part="blobs"}': '0+10x60',
      'pictoglyph_http_requests_total{service="images",status="503"}': '0+600x60',
    })
    expect(fired).toEqual(['PictoglyphNotReady'])
  })

  test('an optional part that is missing is told as missing, and as nothing else', async () => {
    const part = (name: string, kinds: Record<string, number>) =>
      Object.fromEntries(Object.entries(kinds).map(([kind, is]) => [`${name}{kind="${kind}"}`, `${is}x60`]))
    expect(await alertsOf(part('pictoglyph_rendition_maker', { sharp: 0, none: 1 }))).toEqual([
      'PictoglyphNoSmallerImages',
    ])
    for (const name of ['pictoglyph_rendition_isolation', 'pictoglyph_scan_isolation']) {
      expect(await alertsOf(part(name, { bubblewrap: 0, none: 1 }))).toEqual(['PictoglyphNotIsolated'])
    }
    const scanner = {
      pictoglyph_scan_failures_total: '0+60x60',
      'pictoglyph_http_requests_total{service="images",status="503"}': '0+600x60',
    }
    expect(await alertsOf(scanner)).toEqual(['PictoglyphScannerFails'])
  })

  const disks = (free: string) =>
    Object.fromEntries(
      ['data', 'database', 'blobs'].flatMap((of) => [
        [`pictoglyph_disk_free_bytes{of="${of}"}`, free],
        [`pictoglyph_disk_size_bytes{of="${of}"}`, '100000000000+0x60'],
      ]),
    )
  const pagesOf = (fired: string[]) =>
    fired.filter((name) => rules.find(({ alert }) => alert === name)?.labels.severity === 'page')
}
