import type { Page } from 'playwright-core'

/** The tiles of a grid that load a rendition larger than the smallest sharp one: their width and the rendition. */
export function oversizedTiles(page: Page): Promise<string[]> {
  return page.locator('.grid img[srcset]').evaluateAll((images) =>
    images.flatMap((image) => {
      if (!(image instanceof HTMLImageElement)) return []
      const candidates = image.srcset.split(', ').map((candidate) => {
        const [address = '', width = ''] = candidate.split(' ')
        return { address: new URL(address, location.href).href, width: Number.parseInt(width, 10) }
      })
      const shown = image.getBoundingClientRect().width
      const sharp = candidates.find(({ width }) => width >= shown * devicePixelRatio) ?? candidates.at(-1)
      const loaded = candidates.find(({ address }) => address === image.currentSrc)
      if (loaded === undefined) return [`${image.alt}: nothing is loaded`]
      return sharp !== undefined && loaded.width <= sharp.width ? [] : [`${shown}px: ${loaded.address}`]
    }),
  )
}

/** Serves a page as to a browser that knows no `auto` in the `sizes` of an image. */
export async function withoutAutoSizes(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('sizes="auto, ', 'sizes="') })
  })
}

/** Screens of a computer and of a phone, with one and two pixels for each CSS pixel, as high as a grid. */
export const gridScreens = [1280, 390].flatMap((width) =>
  [1, 2].map((deviceScaleFactor) => ({ viewport: { width, height: 3000 }, deviceScaleFactor })),
)
