/** @jsxImportSource hono/jsx */
import type { ImageLinks } from '@pictoglyph/site/images/image-addresses'
import type { Album, Image } from '@pictoglyph/site/language/records'
import type { Language } from '@pictoglyph/web/language'
import { faviconAddressFrom } from '@pictoglyph/web/page/favicon'
import { htmlPage } from '@pictoglyph/web/page/html-page'
import { Masthead } from '@pictoglyph/web/page/masthead'
import { PictureViewer } from '@pictoglyph/web/page/picture-viewer'
import type { PagePreferences } from '@pictoglyph/web/page/preferences'
import { ratioClass } from '@pictoglyph/web/page/ratio-class'
import { seeThroughClass } from '@pictoglyph/web/page/see-through'
import { isTiny, viewedPicture } from '@pictoglyph/web/page/viewed-picture'
import { type Messages, messagesIn } from './messages.ts'
import { pageStyle } from './page-style.ts'

/** An album's images are counted up to here, so that a large album's page comes as fast. */
export const maxCountedImages = 10_000

interface AlbumPage {
  album: Album
  /** The image in link previews. */
  cover: Image | undefined
  /** The address of an image's page, seen from here. */
  imageAddress: (image: Image) => string
  images: readonly Image[]
  /** How many the whole album has, counted up to {@link maxCountedImages}. */
  total: number
  /** The address of the first page of images, if this is a later one. */
  firstAddress: string | null
  /** The address of the next page of images, if there are more. */
  nextAddress: string | null
  /** Base64 WebP of a few pixels, by the images' ids. */
  placeholders: ReadonlyMap<string, string>
  /** Where the viewer's script stands. */
  script: string
  links: ImageLinks
  preferences: PagePreferences
  pictureOrigins: readonly string[]
}

/** The public page of an album, for anyone who has its link. */
export function albumPage({
  album,
  cover,
  imageAddress,
  images,
  total,
  firstAddress,
  nextAddress,
  placeholders,
  script,
  links,
  preferences,
  pictureOrigins,
}: AlbumPage): Response {
  const text = messagesIn[preferences.language]
  return htmlPage({
    preferences,
    title: album.name,
    description: album.description || undefined,
    css: pageStyle,
    scripts: [script],
    icon: faviconAddressFrom('/a/:token'),
    allow: {
      'img-src': [...pictureOrigins, ...(placeholders.size > 0 ? ['data:'] : [])].join(' '),
      'connect-src': "'self'",
    },
    head: <AlbumTags album={album} cover={cover} links={links} />,
    body: (
      <div class="wide">
        <Masthead preferences={preferences} from="/a/:token" />
        <main>
          <h1 dir="auto">{album.name}</h1>
          {total === 0 ? null : <p class="muted number">{numberOf(total, preferences.language)}</p>}
          {album.description === '' ? null : (
            <p class="description" dir="auto">
              {album.description}
            </p>
          )}
          {images.length > 0 ? null : (
            <p class="muted">{firstAddress === null ? text.emptyAlbum : text.nothingLeft}</p>
          )}
          <ul class="grid" data-total={firstAddress === null ? total : undefined}>
            {images.map((image) => (
              <li class={ratioClass(image.file)} id={`at-${image.id}`}>
                <a
                  class={seeThroughClass(image, placeholders.get(image.id))}
                  href={imageAddress(image)}
                  data-picture={JSON.stringify(viewedPicture(links, image))}
                >
                  <Blur placeholder={placeholders.get(image.id)} />
                  <Thumbnail image={image} links={links} untitled={text.untitled} />
                </a>
              </li>
            ))}
          </ul>
          <span id="grid-end" hidden />
          <Pager firstAddress={firstAddress} nextAddress={nextAddress} text={text} />
          <PictureViewer language={preferences.language} canChange={false} />
        </main>
      </div>
    ),
  })
}

function numberOf(total: number, language: Language): string {
  const { oneImage, images } = messagesIn[language]
  if (total === 1) return oneImage
  const number = Math.min(total, maxCountedImages).toLocaleString(language)
  return images.replace('{number}', total > maxCountedImages ? `${number}+` : number)
}

/** Open Graph (https://ogp.me): a link to an album shows its cover, wherever it is posted. */
const AlbumTags = ({ album, cover, links }: Pick<AlbumPage, 'album' | 'cover' | 'links'>) => (
  <>
    <meta name="robots" content="noindex" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={album.name} />
    {album.description === '' ? null : <meta property="og:description" content={album.description} />}
    {album.publicToken === null ? null : <meta property="og:url" content={links.album(album.publicToken)} />}
    {cover === undefined ? null : (
      <>
        <meta property="og:image" content={links.preview(cover).address} />
        <meta property="og:image:alt" content={cover.title || album.name} />
        <meta name="twitter:card" content="summary_large_image" />
      </>
    )}
  </>
)

const Thumbnail = (props: { image: Image; links: ImageLinks; untitled: string }) => {
  const { image, links, untitled } = props
  const { width, height } = image.file
  const isSmall = isTiny(image.file)
  const thumbnail = links.rendition(image, 'thumbnail')
  return (
    <img
      class={isSmall ? 'tiny' : undefined}
      src={thumbnail}
      srcset={isSmall ? undefined : `${thumbnail} 1x, ${links.rendition(image, 'medium')} 2x`}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      alt={image.title || untitled}
    />
  )
}

const Blur = ({ placeholder }: { placeholder: string | undefined }) =>
  placeholder === undefined ? null : (
    <img class="placeholder" src={`data:image/webp;base64,${placeholder}`} alt="" aria-hidden="true" />
  )

const Pager = (props: Pick<AlbumPage, 'firstAddress' | 'nextAddress'> & { text: Messages }) => {
  const { firstAddress, nextAddress, text } = props
  if (firstAddress === null && nextAddress === null) return null
  return (
    <nav class="actions">
      {firstAddress === null ? null : (
        <a class="button quiet" rel="first" href={firstAddress}>
          {text.first}
        </a>
      )}
      {nextAddress === null ? null : (
        <a class="button quiet" rel="next" href={nextAddress}>
          {text.more}
        </a>
      )}
    </nav>
  )
}
