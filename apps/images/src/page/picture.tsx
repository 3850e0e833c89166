/** @jsxImportSource hono/jsx */
import {
  type Image,
  type ImageLinks,
  needsRendition,
  renditionSizeNames,
  renditionSizes,
} from '@pictoglyph/core'

/** As wide as the page's column, which is 72rem with its padding. */
const shownWidth = 'min(100vw, 68rem)'

interface PictureProps {
  image: Image
  /** As WebP, base64. */
  placeholder: string | undefined
  links: ImageLinks
  title: string
}

/** The picture of a page, no larger than the screen wants it, and a blur of it until it has come. */
export const Picture = ({ image, placeholder, links, title }: PictureProps) => {
  const { width, height } = image.file
  const { src, srcset } = sources(image, links)
  return (
    <a href={links.direct(image)}>
      {placeholder ? (
        <img
          class="placeholder"
          src={`data:image/webp;base64,${placeholder}`}
          width={width}
          height={height}
          alt=""
          aria-hidden="true"
        />
      ) : null}
      <img
        src={src}
        {...(srcset !== undefined && { srcset, sizes: shownWidth })}
        width={width}
        height={height}
        alt={title}
      />
    </a>
  )
}

/** Renditions are stills, so that an animation is shown from its own file. */
function sources(image: Image, links: ImageLinks): { src: string; srcset?: string } {
  const { width, height } = image.file
  const direct = links.direct(image)
  const sizes = renditionSizeNames.filter((size) => needsRendition(image.file, size))
  const largest = sizes.at(-1)
  if (image.file.frames > 1 || largest === undefined) return { src: direct }
  const scale = (longestSide: number) => Math.round((width * longestSide) / Math.max(width, height))
  const choices = sizes.map((size) => `${links.rendition(image, size)} ${scale(renditionSizes[size])}w`)
  const isMuchLarger = largest === 'large'
  if (!isMuchLarger) choices.push(`${direct} ${width}w`)
  return { src: isMuchLarger ? links.rendition(image, largest) : direct, srcset: choices.join(', ') }
}
