/** @jsxImportSource hono/jsx */

import { type Image, isRaster, renditionSizes } from '@pictoglyph/core'
import { ratioClass } from '@pictoglyph/http/page/ratio-class'
import { viewedPicture } from '@pictoglyph/http/page/viewed-picture'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { imageName } from '../parts/shown-name.ts'
import { typeName } from '../parts/type-name.ts'

/**
 * The start of a bar over a grid of images: a box that selects all of them, and how many are selected.
 * @param hint what to select them for, while none is
 * @param matches how many images there are on all pages, to be selected together; without it those on the page are
 */
export const SelectionChoice = ({ hint, matches }: { hint: string; matches?: number }) => {
  const { gallery } = useConsole().text
  const { language } = useConsole()
  return (
    <>
      {matches === undefined ? (
        <label class="check" hidden data-select-all-box="">
          <input type="checkbox" />
          <span>{gallery.selectAll}</span>
        </label>
      ) : (
        <label class="check" data-select-all-box="" data-matches={matches}>
          <input type="checkbox" name="all" value="on" />
          <span>{gallery.selectMatching(matches.toLocaleString(language))}</span>
        </label>
      )}
      <span class="muted selection-count" role="status" data-selection-count="" data-label={gallery.selected}>
        {hint}
      </span>
    </>
  )
}

interface GridProps {
  images: readonly Image[]
  /** Whether they are selected from the beginning. */
  selected?: boolean
  /** Base64 WebP of a few pixels, by the images' ids. */
  placeholders?: ReadonlyMap<string, string> | undefined
  linked: boolean
  /** Whose images they are: of `everyone` an operator's, which lead to other pages and have their owners' names. */
  of?: 'own' | 'everyone'
}

/** Images in rows of one height, each with a box to select it. Stands inside the form with the actions on the selection. */
export const ImageGrid = ({ images, placeholders, linked, selected = false, of = 'own' }: GridProps) => (
  <ul class="grid" data-selectable="">
    {images.map((image) => (
      <ImageCard
        image={image}
        placeholder={placeholders?.get(image.id)}
        linked={linked}
        selected={selected}
        of={of}
      />
    ))}
  </ul>
)

/** The same under the days on which they were uploaded, in UTC. */
export const ImageDays = ({ images, ...rest }: GridProps) => {
  const { language } = useConsole()
  const days = Map.groupBy(images, ({ createdAtMs }) => new Date(createdAtMs).toISOString().slice(0, 10))
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <div class="days" data-days="">
      {[...days].map(([day, those]) => (
        <section class="day" data-day={day}>
          <h2>
            <time datetime={day}>{format.format(new Date(day))}</time>
          </h2>
          <ImageGrid images={those} {...rest} />
        </section>
      ))}
    </div>
  )
}

const ImageCard = (props: {
  image: Image
  placeholder: string | undefined
  linked: boolean
  selected: boolean
  of: 'own' | 'everyone'
}) => {
  const { image, placeholder, linked, selected, of } = props
  const isOwn = of === 'own'
  const context = useConsole()
  const { gallery } = context.text
  const title = imageName(context.text, image)
  const nameClass = image.title === '' ? 'muted' : ''
  const address = addressOf({
    path: `${isOwn ? '/images' : '/all-images'}/${image.id}`,
    query: comingFrom(context),
  })
  return (
    <li class={`card-image ${ratioClass(image.file)}`} data-arranged={linked ? image.id : undefined}>
      <div class={linked ? 'frame' : 'frame blank'} aria-hidden="true">
        {placeholder === undefined ? null : (
          <img class="placeholder" src={`data:image/webp;base64,${placeholder}`} alt="" />
        )}
        {(linked && image.deletedAtMs === null) || isRaster(image.file) ? (
          <Thumbnail image={image} of={of} />
        ) : null}
        {image.file.frames > 1 ? <span class="badge">{typeName(image.file.type)}</span> : null}
      </div>
      <label class="pick">
        <input type="checkbox" name="id" value={image.id} checked={selected} />
        <span class="visually-hidden">{gallery.select(title)}</span>
      </label>
      <div class="caption">
        {linked ? (
          <a
            dir="auto"
            class={nameClass}
            href={address}
            data-picture={image.deletedAtMs === null ? pictureFor(context, image, isOwn) : undefined}
          >
            {title}
          </a>
        ) : (
          <span dir="auto" class={nameClass}>
            {title}
          </span>
        )}
        {isOwn ? null : (
          <span class="caption-owner" dir="auto">
            {image.ownerName}
          </span>
        )}
      </div>
    </li>
  )
}

/** Another user's file is downloaded from its direct link. */
const pictureFor = ({ services }: ConsoleContext, image: Image, isOwn: boolean): string =>
  JSON.stringify(viewedPicture(services.site.links, image, isOwn ? `/images/${image.id}/file` : undefined))

/** Tells an image's page which filter, and which place in the gallery, one comes from; of all images' first nothing. */
function comingFrom(context: ConsoleContext): URLSearchParams {
  return new URLSearchParams(context.query.size === 0 ? {} : { return: addressOf(context) })
}

/** About as high as a row is. */
const shownHeight = 210

/** An image as it stands in lists. */
const Thumbnail = ({ image, of }: { image: Image; of: 'own' | 'everyone' }) => {
  const { services, text } = useConsole()
  const { width, height } = image.file
  const { links } = services.site
  const alt = imageName(text, image)
  const shared = { class: 'thumbnail', width, height, loading: 'lazy', decoding: 'async' } as const
  if (image.deletedAtMs !== null) {
    const src = of === 'own' ? `/images/deleted/${image.id}` : `/all-images/${image.id}/picture`
    return <img {...shared} alt={alt} src={src} />
  }
  const thumbnail = links.rendition(image, 'thumbnail')
  const medium = links.rendition(image, 'medium')
  if (thumbnail === medium) return <img {...shared} alt={alt} src={thumbnail} />
  const widthOf = (longestSide: number) =>
    Math.round((width * Math.min(longestSide, Math.max(width, height))) / Math.max(width, height))
  const isStill = image.file.frames === 1
  return (
    <img
      {...shared}
      alt={alt}
      src={thumbnail}
      srcset={
        isStill
          ? `${thumbnail} ${widthOf(renditionSizes.thumbnail)}w, ${medium} ${widthOf(renditionSizes.medium)}w`
          : undefined
      }
      sizes={isStill ? `${Math.round((shownHeight * width) / height)}px` : undefined}
    />
  )
}
