import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong on a page, which takes its script only if it bypasses the content security policy. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  return (await violationsOf(page)).map(told)
}

/** Those that keep people from using the page. */
export async function seriousProblems(page: Page): Promise<string[]> {
  const isSerious = ({ impact }: Violation) => impact === 'serious' || impact === 'critical'
  return (await violationsOf(page)).filter(isSerious).map(told)
}

type Violation = AxeResults['violations'][number]

async function violationsOf(page: Page): Promise<Violation[]> {
  await page.evaluate(axe.source)
  return (await page.evaluate<AxeResults>('axe.run()')).violations
}

function told({ id, nodes }: Violation): string {
  return `${id}: ${nodes.map(({ html }) => html).join(' ')}`
}
