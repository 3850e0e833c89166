/** @jsxImportSource hono/jsx */
import { type ImageLinks, writeSrcset } from '@pictoglyph/site/images/image-addresses'
import { type RenditionShape, renditionShape } from '@pictoglyph/site/images/rendition-sizes'
import type { Image } from '@pictoglyph/site/language/records'
import type { JSX } from 'hono/jsx'
import { ratioClass } from './ratio-class.ts'
import { seeThroughClass } from './see-through.ts'
import { isTiny } from './viewed-picture.ts'

/** Sizes of the candidates for `srcset`; the browser picks the smallest sharp one. */
const tileSizes = ['thumbnail', 'small', 'medium'] as const

/** The minimum height of a row in CSS pixels (see `image-grid.css`), on screens of up to 40rem and on wider ones. */
const minRowHeight = { narrow: 103, wide: 165 }

type TileProps = JSX.IntrinsicElements['li'] & { image: Image }

/** The box of one image in a `<ul class="grid">` (see `image-grid.css`). Its first child is a frame. */
export const GridTile = ({ image, children, ...attributes }: TileProps) => (
  <li class={`card-image ${ratioClass(image.file)}`} {...attributes}>
    {children}
  </li>
)

/** The classes of the element around a {@link GridPicture}, such as a link. */
export const frameClass = (image: Image, placeholder?: string): string =>
  `frame ${seeThroughClass(image, placeholder)}`

interface PictureProps {
  image: Image
  alt: string
  links: ImageLinks
  /** Base64 WebP of a few pixels. */
  placeholder?: string | undefined
  /** The address of a deleted image, which has no renditions. */
  src?: string | undefined
}

/** The picture of a tile in its smallest sharp rendition, with a blur until it has loaded. */
export const GridPicture = ({ image, alt, links, placeholder, src }: PictureProps) => {
  const shape = renditionShape(image.file, 'thumbnail')
  // A cropped rendition is laid out in its own size.
  const { width, height } = shape.isCropped ? shape : image.file
  return (
    <>
      {placeholder === undefined ? null : (
        <img class="placeholder" src={`data:image/webp;base64,${placeholder}`} alt="" aria-hidden="true" />
      )}
      <img
        class={isTiny({ width, height }) ? 'thumbnail tiny' : 'thumbnail'}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        alt={alt}
        {...(src === undefined ? tileSources(links, image, shape) : { src })}
      />
    </>
  )
}

interface TileSources {
  src: string
  srcset?: string
  sizes?: string
}

function tileSources(links: ImageLinks, image: Image, shape: RenditionShape): TileSources {
  const { width, height, frames } = image.file
  const thumbnail = links.rendition(image, 'thumbnail')
  const medium = links.rendition(image, 'medium')
  if (thumbnail === medium) return { src: thumbnail }
  // The thumbnail of a panorama shows only the middle, and would be enlarged.
  if (shape.isCropped && shape.width > shape.height) return { src: medium }
  if (frames > 1 || shape.isCropped) return { src: thumbnail }
  const candidates = tileSizes
    .map((size) => ({ address: links.rendition(image, size), width: renditionShape(image.file, size).width }))
    .filter(({ width }, index, all) => width !== all[index - 1]?.width)
  const shownWidth = (rowHeight: number) => Math.round((rowHeight * width) / height)
  // Not all browsers know `auto`, the width of the tile in its row.
  const sizes = `auto, (max-width: 40rem) ${shownWidth(minRowHeight.narrow)}px, ${shownWidth(minRowHeight.wide)}px`
  return { src: thumbnail, srcset: writeSrcset(candidates), sizes }
}
