import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { barFont } from './bar-font.ts'

/** So many pixels of the page are one of its look. */
const cell = 8
/** Of 255 for each colour: what a cell may differ by, as where an edge lies a pixel further. */
const tolerance = 32
/** The share of cells that may differ by more. */
const allowedShare = 0.002

/** Part of the page that differs, in its pixels. */
interface Difference {
  name: string
  cells: number
  of: number
  from: [number, number]
  to: [number, number]
  /** Where the look as it is now was written. */
  now: string
}

/**
 * What differs between the look of a page and the one that is kept, in both themes: its boxes and colours, with a bar for
 * each letter and without pictures, so that it is the same whatever fonts there are. `PICTOGLYPH_LOOKS=1` keeps the look
 * as it is.
 * @param page bypasses the content security policy
 * @param test the test's `import.meta.url`, beside which is the folder `looks`
 */
export async function lookDifferences(page: Page, test: string, name: string): Promise<Difference[]> {
  const found: Difference[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const kept = fileURLToPath(new URL(`looks/${name}-${colorScheme}.webp`, test))
    const difference = await differenceFrom(kept, page)
    if (difference) found.push({ name: `${name}-${colorScheme}`, ...difference })
  }
  return found
}

async function differenceFrom(kept: string, page: Page): Promise<Omit<Difference, 'name'> | undefined> {
  const now = await lookOf(page)
  if (process.env.PICTOGLYPH_LOOKS === '1') {
    await mkdir(dirname(kept), { recursive: true })
    await now.clone().webp({ lossless: true, effort: 6 }).toFile(kept)
    return undefined
  }
  if (!existsSync(kept)) throw new Error(`${kept} is missing: PICTOGLYPH_LOOKS=1 keeps it`)
  const [a, b] = await Promise.all([pixelsOf(now), pixelsOf(sharp(kept))])
  const { width, height } = a.info
  if (width !== b.info.width || height !== b.info.height) throw new Error(`${kept} has another size`)
  const differing: [number, number][] = []
  for (let place = 0; place < width * height; place++) {
    const isOther = [0, 1, 2].some(
      (colour) => Math.abs((a.data[place * 3 + colour] ?? 0) - (b.data[place * 3 + colour] ?? 0)) > tolerance,
    )
    if (isOther) differing.push([place % width, Math.floor(place / width)])
  }
  if (differing.length <= allowedShare * width * height) return undefined
  const written = join(tmpdir(), `look-${kept.replaceAll(/[^a-z0-9-]+/gi, '-')}.png`)
  await now.clone().png().toFile(written)
  const [xs, ys] = [differing.map(([x]) => x * cell), differing.map(([, y]) => y * cell)]
  return {
    cells: differing.length,
    of: width * height,
    from: [Math.min(...xs), Math.min(...ys)],
    to: [Math.max(...xs) + cell, Math.max(...ys) + cell],
    now: written,
  }
}

const style = `
  @font-face { font-family: Bars; src: url(data:font/ttf;base64,${Buffer.from(barFont()).toString('base64')}) }
  *, *::before, *::after, ::placeholder { font-family: Bars !important; }
  * { caret-color: transparent !important; transition: none !important; animation: none !important; }
  img, video, [role="img"] { opacity: 0 !important; }
`

async function lookOf(page: Page): Promise<Sharp> {
  await page.addStyleTag({ content: style })
  await page.mouse.move(0, 0)
  await page.evaluate(async (content) => {
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    for (const root of roots)
      root.append(Object.assign(document.createElement('style'), { textContent: content }))
    await document.fonts.load('16px Bars')
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, style)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const screenshot = await page.screenshot()
  const size = { width: Math.round(width / cell), height: Math.round(height / cell) }
  // Drawn before it is read again, or the pixels of the whole screenshot would be kept.
  return sharp(
    await sharp(screenshot)
      .removeAlpha()
      .resize({ ...size, fit: 'fill' })
      .png()
      .toBuffer(),
  )
}

const pixelsOf = (picture: Sharp) => picture.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true })
