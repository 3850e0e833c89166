/** @jsxImportSource hono/jsx */
import type { Image } from '@pictoglyph/site/language/records'
import { seeThroughClass } from '@pictoglyph/web/page/see-through'
import { isTiny } from '@pictoglyph/web/page/viewed-picture'
import { useConsole } from '../context/console-context.ts'

/** Up to four pictures of an album, in one frame. */
export const Mosaic = ({ images }: { images: readonly Image[] }) => {
  const { links } = useConsole().services.site
  const [only, second] = images
  return (
    <span class={`cover of-${images.length}`}>
      {images.map((image) => {
        const thumbnail = links.rendition(image, 'thumbnail')
        const isAlone = only !== undefined && second === undefined
        return (
          <img
            class={`${seeThroughClass(image)} ${isTiny(image.file) ? 'tiny' : ''}`}
            src={thumbnail}
            srcset={isAlone ? `${thumbnail} 1x, ${links.rendition(image, 'medium')} 2x` : undefined}
            width="240"
            height="180"
            loading="lazy"
            decoding="async"
            draggable={false}
            alt=""
          />
        )
      })}
    </span>
  )
}
