/** @jsxImportSource hono/jsx */
import type { CopyFormatName } from '@pictoglyph/site/images/copy-formats'
import { copyFormatsOf, type ImageLinks, type Preview } from '@pictoglyph/site/images/image-addresses'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import type { Image } from '@pictoglyph/site/language/records'
import { isoTime } from '@pictoglyph/site/language/time'
import type { Language } from '@pictoglyph/web/language'
import { CopyPanel } from '@pictoglyph/web/page/copy-panel'
import { faviconAddressFrom } from '@pictoglyph/web/page/favicon'
import { htmlPage } from '@pictoglyph/web/page/html-page'
import { Icon } from '@pictoglyph/web/page/icon'
import { Masthead } from '@pictoglyph/web/page/masthead'
import type { PagePreferences } from '@pictoglyph/web/page/preferences'
import { QrCode } from '@pictoglyph/web/page/qr-code'
import { removedInSentence } from '@pictoglyph/web/page/removed-metadata'
import { type Messages, messagesIn } from './messages.ts'
import { pageStyle } from './page-style.ts'
import { Picture } from './picture.tsx'

/** The album from which a visitor opened an image's page, and its navigation, as addresses relative to that page. */
export interface AlbumContext {
  name: string
  address: string
  previous: string | undefined
  next: string | undefined
}

interface DetailPage {
  image: Image
  placeholder: string | undefined
  album: AlbumContext | undefined
  links: ImageLinks
  preferences: PagePreferences
  /** Address of the copy buttons' script. */
  script: string
  pictureOrigins: readonly string[]
  /** Where visitors report the image. */
  reportAddress: string | undefined
}

/** The page of one image: the picture, its facts, and every form of its link. */
export function detailPage(page: DetailPage): Response {
  const { image, placeholder, album, links, preferences, script } = page
  const { language } = preferences
  const text = messagesIn[language]
  const url = links.direct(image)
  const pageUrl = links.page(image)
  const title = image.title || text.untitled
  return htmlPage({
    preferences,
    title,
    description: image.description || undefined,
    css: pageStyle,
    scripts: [script],
    icon: faviconAddressFrom('/p/:id'),
    allow: { 'img-src': [...page.pictureOrigins, ...(placeholder ? ['data:'] : [])].join(' ') },
    head: <SocialTags image={image} title={title} preview={links.preview(image)} pageUrl={pageUrl} />,
    body: (
      <div class="wide">
        <Masthead preferences={preferences} from="/p/:id" />
        <main>
          {album === undefined ? null : <AlbumWays album={album} text={text} />}
          <figure class="picture">
            <Picture image={image} placeholder={placeholder} links={links} title={title} />
          </figure>
          <div class="about">
            <h1 dir="auto">{title}</h1>
            <Formats formats={copyFormatsOf(links, image)} pageUrl={pageUrl} text={text} />
            <section class="known">
              {image.removed.length === 0 ? null : (
                <p class="privacy">
                  <Icon name="shield" size={20} />
                  <span>{text.leavesOut.replace('{kinds}', removedInSentence(image.removed, language))}</span>
                </p>
              )}
              {isLong(title) ? (
                <p class="whole-title" dir="auto">
                  {title}
                </p>
              ) : null}
              {image.description === '' ? null : (
                <p class="description" dir="auto">
                  {image.description}
                </p>
              )}
              <Facts image={image} text={text} language={language} />
              <div class="actions">
                <a class="button" href={url}>
                  {text.open}
                </a>
                <a class="button quiet" href={url} download>
                  {text.download}
                </a>
              </div>
            </section>
          </div>
          {page.reportAddress === undefined ? null : (
            <p class="report">
              <a class="muted" href={page.reportAddress} rel="nofollow">
                {text.report}
              </a>
            </p>
          )}
        </main>
      </div>
    ),
  })
}

/** Whether a phone may cut the title, which then also appears in full below. Han characters count as two columns. */
const isLong = (title: string) => Bun.stringWidth(title) > 75

const AlbumWays = ({ album, text }: { album: AlbumContext; text: Messages }) => (
  <nav class="album-ways" aria-label={text.album}>
    <a class="button quiet" href={album.address}>
      <span aria-hidden="true">←</span> <span dir="auto">{album.name}</span>
    </a>
    {album.previous === undefined ? null : (
      <a class="button quiet" rel="prev" href={album.previous}>
        {text.previous}
      </a>
    )}
    {album.next === undefined ? null : (
      <a class="button quiet" rel="next" href={album.next}>
        {text.next}
      </a>
    )}
  </nav>
)

/** Open Graph (https://ogp.me), and the additional tags of Twitter's cards. */
const SocialTags = ({
  image,
  title,
  preview,
  pageUrl,
}: {
  image: Image
  title: string
  preview: Preview
  pageUrl: string
}) => (
  <>
    <link rel="canonical" href={pageUrl} />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={title} />
    {image.description === '' ? null : <meta property="og:description" content={image.description} />}
    <meta property="og:url" content={pageUrl} />
    <meta property="og:image" content={preview.address} />
    <meta property="og:image:type" content={preview.type} />
    <meta property="og:image:width" content={String(preview.width)} />
    <meta property="og:image:height" content={String(preview.height)} />
    <meta property="og:image:alt" content={title} />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content={title} />
    <meta name="twitter:image" content={preview.address} />
  </>
)

const Facts = ({ image, text, language }: { image: Image; text: Messages; language: Language }) => {
  const uploaded = new Date(image.createdAtMs)
  const date = uploaded.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <dl class="facts">
      <dt>{text.dimensions}</dt>
      <dd>
        {image.file.width} × {image.file.height}
      </dd>
      <dt>{text.size}</dt>
      <dd>{formatBytes(image.file.sizeBytes, language)}</dd>
      <dt>{text.type}</dt>
      <dd>{image.file.type}</dd>
      {image.file.frames === 1 ? null : (
        <>
          <dt>{text.frames}</dt>
          <dd>{image.file.frames}</dd>
        </>
      )}
      <dt>{text.uploaded}</dt>
      <dd>
        <time datetime={uploaded.toISOString()} data-local="date">
          {date} UTC
        </time>
        {image.ownerDisplayName === '' ? null : (
          <>
            {' '}
            {text.by} <bdi>{image.ownerDisplayName}</bdi>
          </>
        )}
      </dd>
      {image.expiresAtMs === null ? null : (
        <>
          <dt>{text.ends}</dt>
          <dd>
            <time datetime={isoTime(image.expiresAtMs)} data-local="time">
              {new Date(image.expiresAtMs).toLocaleString(language, {
                dateStyle: 'long',
                timeStyle: 'short',
                timeZone: 'UTC',
              })}{' '}
              UTC
            </time>
          </dd>
        </>
      )}
    </dl>
  )
}

const Formats = (props: { formats: Record<CopyFormatName, string>; pageUrl: string; text: Messages }) => {
  const { formats, pageUrl, text } = props
  const words = { ...text, names: text.formats }
  return (
    <section class="formats" aria-labelledby="formats-heading">
      <h2 id="formats-heading">{text.copyHeading}</h2>
      <CopyPanel formats={formats} pageUrl={pageUrl} words={words} />
      <details class="qr">
        <summary>{text.qrCode}</summary>
        <QrCode address={pageUrl} label={text.qrCodeOf} />
      </details>
    </section>
  )
}
