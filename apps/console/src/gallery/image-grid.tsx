/** @jsxImportSource hono/jsx */
import type { Image } from '@pictoglyph/core'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { Time } from '../parts/time.tsx'
import { useVisit } from '../visit/visit-context.ts'

/** Images side by side, each with a box to select it. Stands inside the form that acts on the selection. */
export const ImageGrid = ({ images, linked }: { images: readonly Image[]; linked: boolean }) => (
  <ul class="grid" data-selectable="">
    {images.map((image) => (
      <ImageCard image={image} linked={linked} />
    ))}
  </ul>
)

const ImageCard = ({ image, linked }: { image: Image; linked: boolean }) => {
  const { gallery } = useVisit().text
  const title = image.title === '' ? gallery.untitled : image.title
  return (
    <li class="card-image">
      {linked ? (
        <a class="frame" href={`/images/${image.id}`} aria-label={title}>
          <Thumbnail image={image} />
        </a>
      ) : (
        <div class="frame blank" aria-hidden="true" />
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
