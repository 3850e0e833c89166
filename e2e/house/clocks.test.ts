import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { root } from './markdown.ts'

/** Where time passes by the clock of the machine, which may be set back: only for what is kept, or sent, with its date. */
const byTheClock: Readonly<Record<string, readonly string[]>> = {
  'rows, files and sealed values have dates, which other processes read': [
    'apps/cli/src/archive/import-images.ts',
    'apps/cli/src/commands/image.ts',
    'apps/cli/src/point-in-time.ts',
    'apps/console/src/gallery/deleted-page.tsx',
    'apps/console/src/gallery/selected-images.ts',
    'apps/console/src/operators/images/all-images-query.ts',
    'apps/console/src/passkeys/challenges.ts',
    'apps/console/src/session/proof.tsx',
    'apps/console/src/session/provider-flow.ts',
    'packages/site/src/accounts/invitations.ts',
    'packages/site/src/accounts/proofs.ts',
    'packages/site/src/accounts/sessions.ts',
    'packages/site/src/accounts/sign-in.ts',
    'packages/site/src/accounts/ways-in.ts',
    'packages/site/src/albums/albums.ts',
    'packages/site/src/audit/prune-audit.ts',
    'packages/site/src/blobs/blob-reference-rows.ts',
    'packages/site/src/blobs/remove-blob.ts',
    'packages/site/src/care/check-site.ts',
    'packages/site/src/care/collect-garbage.ts',
    'packages/site/src/care/lease-rows.ts',
    'packages/site/src/first-start.ts',
    'packages/site/src/images/expiry.ts',
    'packages/site/src/images/images.ts',
    'packages/site/src/images/take-down.ts',
    'packages/site/src/keys/keys.ts',
    'packages/stores/src/staging-area.ts',
  ],
  'answers and pages have dates, at which they are made': [
    'apps/console/src/gallery/image-grid.tsx',
    'apps/console/src/operators/overview/day-chart.tsx',
    'apps/console/src/operators/overview/overview-page.tsx',
    'apps/text/src/access/admission.ts',
    'packages/limiter/src/memory.ts',
    'packages/site/src/upload/store.ts',
    'packages/web/src/site-files.ts',
  ],
  'keys and answers have dates; the waits go by `now`': [
    'packages/site/src/keys/key-gate.ts',
    'packages/web/src/failure-answer.ts',
  ],
}

const byMachine = /\bclock\(\)|Date\.now/
/** The parameter that tests set is monotonic by default. */
const isMonotonicByDefault = /\bclock = \(\) => performance\.now\(\)/
const reckoning = /(?:nowMs|clock\(\)|Date\.now\(\)) [-+] |[-+] (?:\w+\.)*(?:clock\(\)|Date\.now\(\))/

test('a wait that lives in a process is kept by a clock that nobody sets back', async () => {
  const found: string[] = []
  for await (const path of new Bun.Glob('{apps,packages}/*/src/**/*.{ts,tsx}').scan(root)) {
    if (path.includes('/browser/') || /^(apps\/people|packages\/client)\//.test(path)) continue
    const text = await Bun.file(join(root, path)).text()
    const isByMachine =
      byMachine.test(text) && !(isMonotonicByDefault.test(text) && !text.includes('Date.now'))
    const isMonotonic = /\bnow\(\)/.test(text) && !isByMachine
    if (reckoning.test(text) && !isMonotonic) found.push(path)
  }
  expect(found.sort()).toEqual(Object.values(byTheClock).flat().sort())
})
