/** @jsxImportSource hono/jsx */
import { copyFormatNames } from '@pictoglyph/site/images/copy-formats'
import { viewerWords } from '@pictoglyph/web/page/viewer-words'
import { useConsole } from '../context/console-context.ts'

/** Actions for one image while none is selected. A script moves them onto the hovered tile. */
export const TileActions = () => {
  const { text, language } = useConsole()
  const { common, gallery, image } = text
  const { copyAs, copied, failed } = viewerWords[language]
  return (
    <template data-tile-actions="">
      <div class="tile-actions" data-copied={copied} data-failed={failed}>
        <span class="visually-hidden" role="status" />
        <button type="button" class="small" tabindex={-1} data-tile-copy="" />
        <details class="confirm" data-dismiss="">
          <summary class="button small" tabindex={-1} aria-label={gallery.moreActions}>
            ⋯
          </summary>
          <div class="confirm-panel tile-menu">
            {copyFormatNames.map((name) => (
              <button type="button" class="plain small" data-copy-as={name}>
                {copyAs[name]}
              </button>
            ))}
            <button type="button" class="plain small" data-tile-to-album="">
              {gallery.addTo}
            </button>
            <a class="button plain small" href="/images" download="" data-tile-download="">
              {image.download}
            </a>
            <button type="submit" class="plain danger small" formaction="/images/delete" name="id">
              {common.delete}
            </button>
          </div>
        </details>
      </div>
    </template>
  )
}
