/** @jsxImportSource hono/jsx */

import { type Image, isRaster } from '@pictoglyph/core'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { Time } from '../parts/numbers-and-times.tsx'
import { imageName } from '../parts/shown-name.ts'

/**
 * The start of a bar over a grid of images: a box that selects all of them, and how many are selected.
 * @param hint what to select them for, while none is
 */
export const SelectionChoice = ({ hint }: { hint: string }) => {
  const { gallery } = useConsole().text
  return (
    <>
      <label class="check" hidden data-select-all-box="">
        <input type="checkbox" />
        <span>{gallery.selectAll}</span>
      </label>
      <span class="muted" role="status" data-selection-count="" data-label={gallery.selected}>
        {hint}
      </span>
      <span class="spring" />
    </>
  )
}

/** Images side by side, each with a box to select it. Stands inside the form with the actions on the selection. */
export const ImageGrid = ({ images, linked }: { images: readonly Image[]; linked: boolean }) => (
  <ul class="grid" data-selectable="">
    {images.map((image) => (
      <ImageCard image={image} linked={linked} />
    ))}
  </ul>
)

const ImageCard = ({ image, linked }: { image: Image; linked: boolean }) => {
  const context = useConsole()
  const { gallery } = context.text
  const title = imageName(context.text, image)
  const nameClass = image.title === '' ? 'muted' : ''
  const address = addressOf({ path: `/images/${image.id}`, query: comingFrom(context) })
  return (
    <li class="card-image">
      <div class={linked ? 'frame' : 'frame blank'} aria-hidden="true">
        {linked || isRaster(image.file) ? <Thumbnail image={image} /> : null}
      </div>
      <label class="pick">
        <input type="checkbox" name="id" value={image.id} />
        <span class="visually-hidden">{gallery.select(title)}</span>
      </label>
      <div class="caption">
        {linked ? (
          <a dir="auto" class={nameClass} href={address}>
            {title}
          </a>
        ) : (
          <span dir="auto" class={nameClass}>
            {title}
          </span>
        )}
        <span class="muted small-text">
          <Time atMs={image.deletedAtMs ?? image.createdAtMs} />
        </span>
      </div>
    </li>
  )
}

/** Tells an image's page which filter, and which place in the gallery, one comes from; of all images' first nothing. */
function comingFrom(context: ConsoleContext): URLSearchParams {
  return new URLSearchParams(context.query.size === 0 ? {} : { return: addressOf(context) })
}

/** An image as it stands in lists. */
export const Thumbnail = ({ image }: { image: Image }) => {
  const { services, text } = useConsole()
  const { width, height } = image.file
  return (
    <img
      class="thumbnail"
      src={
        image.deletedAtMs === null
          ? services.site.links.rendition(image, 'thumbnail')
          : `/images/deleted/${image.id}`
      }
      alt={imageName(text, image)}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  )
}
