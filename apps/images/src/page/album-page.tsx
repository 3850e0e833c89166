/** @jsxImportSource hono/jsx */
import type { ImageLinks } from '@pictoglyph/site/images/image-addresses'
import type { Album, Image } from '@pictoglyph/site/language/records'
import type { Language } from '@pictoglyph/web/language'
import { faviconAddressFrom } from '@pictoglyph/web/page/favicon'
import { htmlPage } from '@pictoglyph/web/page/html-page'
import { frameClass, GridPicture, GridTile } from '@pictoglyph/web/page/image-grid'
import gridStyle from '@pictoglyph/web/page/image-grid.css' with { type: 'text' }
import { Masthead } from '@pictoglyph/web/page/masthead'
import { PictureViewer } from '@pictoglyph/web/page/picture-viewer'
import type { PagePreferences } from '@pictoglyph/web/page/preferences'
import { ratioRules } from '@pictoglyph/web/page/ratio-class'
import { viewedPicture } from '@pictoglyph/web/page/viewed-picture'
import { type Messages, messagesIn } from './messages.ts'
import { pageStyle } from './page-style.ts'

/** Limit of an album's image count, so that the page of a large album is as fast. */
export const maxCountedImages = 10_000

interface AlbumPage {
  album: Album
  /** The image in link previews. */
  cover: Image | undefined
  /** The address of an image's page, relative to this one. */
  imageAddress: (image: Image) => string
  images: readonly Image[]
  /** Number of images in the whole album, counted up to {@link maxCountedImages}. */
  total: number
  /** The address of the first page of images, on later pages. */
  firstAddress: string | null
  /** The address of the next page of images, if there is one. */
  nextAddress: string | null
  /** Base64 WebP of a few pixels, by image id. */
  placeholders: ReadonlyMap<string, string>
  /** Address of the viewer's script. */
  script: string
  links: ImageLinks
  preferences: PagePreferences
  pictureOrigins: readonly string[]
}

/** The public page of an album for everyone with its link. */
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
    css: `${pageStyle}${gridStyle}${albumStyle}${ratioRules}`,
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
        <main class="gallery">
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
              <GridTile image={image} id={`at-${image.id}`}>
                <a
                  class={frameClass(image, placeholders.get(image.id))}
                  href={imageAddress(image)}
                  data-picture={JSON.stringify(viewedPicture(links, image))}
                >
                  <GridPicture
                    image={image}
                    alt={image.title || text.untitled}
                    links={links}
                    placeholder={placeholders.get(image.id)}
                  />
                </a>
              </GridTile>
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

/** Open Graph tags (https://ogp.me), so that a posted link to an album displays its cover. */
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

const albumStyle = `
.grid { margin-block: 1.5rem; }
/* Until all have come, the last row would move. */
.grid:not(:has(~ #grid-end)) { visibility: hidden; }
`
