/** @jsxImportSource hono/jsx */
import { type ImageLinks, narrowerStills, writeSrcset } from '@pictoglyph/site/images/image-addresses'
import { needsRendition } from '@pictoglyph/site/images/rendition-sizes'
import type { Image } from '@pictoglyph/site/language/records'
import { seeThroughClass } from '@pictoglyph/web/page/see-through'

/** The width of the page's column, 72rem minus its padding. */
const shownWidth = 'min(100vw, 68rem)'

interface PictureProps {
  image: Image
  /** Base64 WebP. */
  placeholder: string | undefined
  links: ImageLinks
  title: string
}

/** A page's picture in the size that the screen needs, with a blur until it has loaded. */
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
        class={seeThroughClass(image, placeholder)}
        src={src}
        {...(srcset !== undefined && { srcset, sizes: shownWidth })}
        width={width}
        height={height}
        alt={title}
      />
    </a>
  )
}

/** Renditions are stills, so an animation is displayed from its own file, or only linked if much larger. */
function sources(image: Image, links: ImageLinks): { src: string; srcset?: string } {
  const { width, frames } = image.file
  const direct = { address: links.direct(image), width }
  const stills = frames === 1 ? narrowerStills(links, image) : []
  if (stills.length === 0) return { src: direct.address }
  const shown = needsRendition(image.file, 'large') ? stills : [...stills, direct]
  return { src: shown.at(-1)?.address ?? direct.address, srcset: writeSrcset(shown) }
}
