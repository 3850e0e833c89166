/** @jsxImportSource hono/jsx */
import { type Image, isRaster } from '@pictoglyph/core'
import { addressOf } from '../context/address-of.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { useConsole } from '../context/use-console.ts'
import { imageName } from '../parts/shown-name.ts'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { Time } from '../parts/time.tsx'

/** Images side by side, each with a box to select it. Stands inside the form that acts on the selection. */
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
  return (
    <li class="card-image">
      {linked ? (
        <a
          class="frame"
          href={addressOf({ path: `/images/${image.id}`, query: comingFrom(context) })}
          aria-label={title}
        >
          <Thumbnail image={image} />
        </a>
      ) : (
        <div class="frame blank" aria-hidden="true">
          {isRaster(image.file) ? <Thumbnail image={image} /> : null}
        </div>
      )}
      <label class="pick">
        <input type="checkbox" name="id" value={image.id} />
        <span class="visually-hidden">{gallery.select(title)}</span>
      </label>
      <div class="caption">
        <span dir="auto" class={image.title === '' ? 'muted' : ''}>
          {title}
        </span>
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
