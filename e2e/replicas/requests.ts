import type { RunningSite } from '../site/running-site.ts'

/** The statuses of short `encrypt` requests, sent at once and in turn to each of the sites. */
export async function encryptAtOnce(
  sites: readonly Pick<RunningSite, 'urls'>[],
  count: number,
): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => encrypt(sites[index % sites.length] ?? sites[0])),
  )
}

/** The status of one short `encrypt`. */
export async function encrypt(site: Pick<RunningSite, 'urls'> | undefined): Promise<number> {
  const response = await fetch(`${site?.urls.text}/api/public/encrypt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'hello', charsetId: 'roar', algorithmId: 'classic' }),
    keepalive: false,
  })
  await response.bytes()
  return response.status
}

/** The samples of a metric whose line begins so, added up. */
export async function metric({ urls }: Pick<RunningSite, 'urls'>, beginning: string): Promise<number> {
  const text = await (await fetch(`${urls.console}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(beginning))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

/** Asks again and again until it holds. @throws when it does not within a time */
export async function eventually(holds: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  const deadlineMs = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`not so after ${withinMs} ms: ${holds}`)
    await Bun.sleep(50)
  }
}
