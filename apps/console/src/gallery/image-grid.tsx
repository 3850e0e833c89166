/** @jsxImportSource hono/jsx */
import { restorableMs } from '@pictoglyph/site/images'
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import type { Image } from '@pictoglyph/site/language/records'
import { typeName } from '@pictoglyph/site/language/type-name'
import { frameClass, GridPicture, GridTile } from '@pictoglyph/web/page/image-grid'
import { viewedPicture } from '@pictoglyph/web/page/viewed-picture'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { dayAt, dayMs } from '../context/time-zone.ts'
import { shortSpan } from '../parts/short-span.ts'
import { imageName } from '../parts/shown-name.ts'

const allMatchingId = 'all-matching'

/** Selects all matches before any image is selected; it is next to the filter. */
export const SelectAllMatching = ({ matches }: { matches: number }) => {
  const { language, text } = useConsole()
  return (
    <label class="button quiet small select-matching" for={allMatchingId}>
      {text.gallery.selectMatching(matches.toLocaleString(language))}
    </label>
  )
}

/**
 * The start of a bar over a grid of images: it clears the selection, shows its size, and selects all images.
 * @param hint what to select images for, while none is selected
 * @param matches number of images on all pages, to select together; without it, only those on the page
 */
export const SelectionChoice = ({ hint, matches }: { hint: string; matches?: number | undefined }) => {
  const { gallery } = useConsole().text
  const { language } = useConsole()
  return (
    <>
      <button
        type="reset"
        class="plain clear-selection"
        aria-label={gallery.clearSelection}
        title={gallery.clearSelection}
      >
        ✕
      </button>
      <span class="muted selection-count" role="status" data-selection-count="" data-label={gallery.selected}>
        {hint}
      </span>
      {matches === undefined ? (
        <label class="check" hidden data-select-all-box="">
          <input type="checkbox" />
          <span>{gallery.selectAll}</span>
        </label>
      ) : (
        <label class="check" data-select-all-box="" data-matches={matches}>
          <input type="checkbox" name="all" value="on" id={allMatchingId} />
          <span>{gallery.selectMatching(matches.toLocaleString(language))}</span>
        </label>
      )}
    </>
  )
}

interface GridProps {
  images: readonly Image[]
  /** Whether they are initially selected. */
  selected?: boolean
  /** Base64 WebP of a few pixels, by image id. */
  placeholders?: ReadonlyMap<string, string> | undefined
  linked: boolean
  /** `own` or `everyone`. `everyone` (operators) links to the operators' image page and shows the owner. */
  of?: 'own' | 'everyone'
  /** Whether the first image of each day shows the day. */
  hasDays?: boolean
}

/** Images in rows of equal height, each with a checkbox. Place it in the form with the actions on the selection. */
export const ImageGrid = (props: GridProps) => {
  const { images, placeholders, linked, selected = false, of = 'own', hasDays = false } = props
  const { timeZone } = useConsole()
  let former: string | undefined
  return (
    <ul class="grid" data-selectable="">
      {images.map((image) => {
        const day = hasDays ? dayAt(image.createdAtMs, timeZone) : undefined
        const isFirst = day !== former
        former = day
        return (
          <ImageCard
            image={image}
            placeholder={placeholders?.get(image.id)}
            linked={linked}
            selected={selected}
            of={of}
            day={day}
            isFirstOfDay={isFirst}
          />
        )
      })}
    </ul>
  )
}

/** Upload day in the viewer's time zone, e.g. "Yesterday". */
const DayMark = ({ day }: { day: string }) => {
  const { language, text, timeZone, services } = useConsole()
  const nowMs = services.site.clock()
  const today = dayAt(nowMs, timeZone)
  const daysAgo = Math.round((Date.parse(today) - Date.parse(day)) / dayMs)
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  })
  const named = [text.gallery.today, text.gallery.yesterday][daysAgo] ?? format.format(new Date(day))
  return (
    <time class="day-mark" datetime={day}>
      {timeZone === undefined ? `${named}${text.gallery.inUtc}` : named}
    </time>
  )
}

const ImageCard = (props: {
  image: Image
  placeholder: string | undefined
  linked: boolean
  selected: boolean
  of: 'own' | 'everyone'
  day: string | undefined
  isFirstOfDay: boolean
}) => {
  const { image, placeholder, linked, selected, of, day, isFirstOfDay } = props
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
    <GridTile image={image} data-arranged={linked ? image.id : undefined} data-day={day}>
      {day !== undefined && isFirstOfDay ? <DayMark day={day} /> : null}
      <div class={frameClass(image, placeholder)} aria-hidden="true">
        {(linked && image.deletedAtMs === null) || isRaster(image.file) ? (
          <GridPicture
            image={image}
            alt={title}
            links={context.services.site.links}
            placeholder={placeholder}
            src={image.deletedAtMs === null ? undefined : deletedPicture(image.id, of)}
          />
        ) : null}
        <FrameBadges image={image} />
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
    </GridTile>
  )
}

/** The address of a deleted image, which has no renditions. */
const deletedPicture = (id: string, of: 'own' | 'everyone'): string =>
  of === 'own' ? `/images/deleted/${id}` : `/all-images/${id}/picture`

/** Facts that a picture does not show: it is animated, or it expires. */
const FrameBadges = ({ image }: { image: Image }) => {
  const { language, text, services } = useConsole()
  const { expiresAtMs, deletedAtMs, file } = image
  const endMs = deletedAtMs === null ? expiresAtMs : deletedAtMs + restorableMs
  const left = endMs === null ? undefined : endMs - services.site.clock()
  return (
    <span class="frame-badges">
      {file.frames > 1 ? <span class="badge">{typeName(file.type)}</span> : null}
      {left === undefined || left <= 0 ? null : (
        <span class="badge">{text.gallery.timeLeft(shortSpan(left, language))}</span>
      )}
    </span>
  )
}

/** The viewer's facts; another user's file is downloaded from its direct link. */
const pictureFor = ({ services }: ConsoleContext, image: Image, isOwn: boolean): string =>
  JSON.stringify(viewedPicture(services.site.links, image, isOwn ? `/images/${image.id}/file` : undefined))

/** The current filter and position for the link to an image's page; empty for the start of all images. */
function comingFrom(context: ConsoleContext): URLSearchParams {
  return new URLSearchParams(context.query.size === 0 ? {} : { return: addressOf(context) })
}
