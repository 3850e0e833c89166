/** @jsxImportSource hono/jsx */
import type { Image } from '@pictoglyph/core'
import { useConsole } from '../context/use-console.ts'
import { imageName } from './shown-name.ts'

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
