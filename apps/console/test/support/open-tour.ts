import { clockStart, type PageTour, startTour, stopClock } from '@pictoglyph/web/test/page-tour'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openSignedIn } from './browser.ts'
import { type ConsoleUnderTest, startConsole } from './console-under-test.ts'
import { picture } from './pictures.ts'
import { uploadPicture } from './upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './visitor.ts'

interface OpenTour extends AsyncDisposable {
  page: Page
  tour: PageTour
}

interface TourOptions {
  /** Title, width and height of each picture, the oldest first; a second lies between them. */
  pictures?: readonly (readonly [string, number, number])[]
  prepare?: (testConsole: ConsoleUnderTest, visitor: Visitor) => Promise<void>
  path: string
  context?: BrowserContextOptions
}

/** Begins a tour on a page of a console whose clock goes on by a millisecond each time it is read. */
export async function openTour(browser: Browser, options: TourOptions): Promise<OpenTour> {
  await using opened = new AsyncDisposableStack()
  let nowMs = clockStart
  const testConsole = opened.use(await startConsole({ clock: () => nowMs++ }))
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  for (const [title, width, height] of options.pictures ?? []) {
    nowMs += 1000
    await uploadPicture(visitor, { title }, picture({ width, height }))
  }
  await options.prepare?.(testConsole, visitor)
  const page = await openSignedIn(browser, testConsole, options.context)
  opened.defer(() => page.context().close())
  await stopClock(page)
  await page.goto(options.path)
  const tour = await startTour(page)
  const held = opened.move()
  return { page, tour, [Symbol.asyncDispose]: () => held.disposeAsync() }
}
