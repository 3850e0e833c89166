/** @jsxImportSource hono/jsx */
import type { Album, Image, ImageLinks } from '@pictoglyph/core'
import type { PagePreferences } from '@pictoglyph/http'
import { faviconAddressFrom } from '@pictoglyph/http/page/favicon'
import { htmlPage } from '@pictoglyph/http/page/html-page'
import { Masthead } from '@pictoglyph/http/page/masthead'
import { PictureViewer } from '@pictoglyph/http/page/picture-viewer'
import { ratioClass } from '@pictoglyph/http/page/ratio-class'
import { viewedPicture } from '@pictoglyph/http/page/viewed-picture'
import { type Messages, messagesIn } from './messages.ts'
import { pageStyle } from './page-style.ts'

interface AlbumPage {
  album: Album
  /** The image in link previews. */
  cover: Image | undefined
  /** The address of an image's page, seen from here. */
  imageAddress: (image: Image) => string
  images: readonly Image[]
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
          {album.description === '' ? null : (
            <p class="description" dir="auto">
              {album.description}
            </p>
          )}
          {images.length > 0 ? null : (
            <p class="muted">{firstAddress === null ? text.emptyAlbum : text.nothingLeft}</p>
          )}
          <ul class="grid">
            {images.map((image) => (
              <li class={ratioClass(image.file)} id={`at-${image.id}`}>
                <a href={imageAddress(image)} data-picture={JSON.stringify(viewedPicture(links, image))}>
                  <Blur placeholder={placeholders.get(image.id)} />
                  <img
                    src={links.rendition(image, 'thumbnail')}
                    srcset={`${links.rendition(image, 'thumbnail')} 1x, ${links.rendition(image, 'medium')} 2x`}
                    width={image.file.width}
                    height={image.file.height}
                    loading="lazy"
                    decoding="async"
                    alt={image.title || text.untitled}
                  />
                </a>
              </li>
            ))}
          </ul>
          <Pager firstAddress={firstAddress} nextAddress={nextAddress} text={text} />
          <PictureViewer language={preferences.language} canDelete={false} />
        </main>
      </div>
    ),
  })
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
        <meta property="og:image" content={links.rendition(cover, 'large')} />
        <meta property="og:image:alt" content={cover.title || album.name} />
        <meta name="twitter:card" content="summary_large_image" />
      </>
    )}
  </>
)

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
