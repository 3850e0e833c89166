/** @jsxImportSource hono/jsx */
import { copyFormatNames } from '@pictoglyph/site/images/copy-formats'
import { copyFormatsOf } from '@pictoglyph/site/images/image-addresses'
import type { SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { CopyButton } from '../parts/copy-field.tsx'
import { inTurns, selectedImages } from './selected-images.ts'

/** The links of all selected images in one format, one per line. */
export async function showLinks(context: SignedInContext): Promise<Response> {
  const { links } = context.services.site
  const { gallery, copyFormat } = context.text
  const format = copyFormatNames.find((name) => name === context.form.get('format')) ?? 'url'
  const images = await selectedImages(context)
  const lines: string[] = []
  for await (const image of inTurns(images)) {
    lines.push(copyFormatsOf(links, image)[format])
  }
  const text = lines.join('\n')
  return showPage(context, {
    title: gallery.linksTitle(lines.length, copyFormat[format]),
    actions: (
      <a class="button quiet" href={returnPath(context.form.get('return') ?? '/images')}>
        {gallery.back}
      </a>
    ),
    body: (
      <div class="card stack">
        <textarea class="mono" rows={Math.min(lines.length + 1, 24)} readonly aria-label={copyFormat[format]}>
          {text}
        </textarea>
        <div>
          <CopyButton label={copyFormat[format]} value={text} />
        </div>
      </div>
    ),
  })
}
