/** @jsxImportSource hono/jsx */
import {
  type CopyFormatName,
  copyFormats,
  formatBytes,
  type Image,
  type ImageLinks,
  isoTime,
} from '@pictoglyph/core'
import type { Language, PagePreferences } from '@pictoglyph/http'
import { CopyPanel } from '@pictoglyph/http/page/copy-panel'
import { faviconAddressFrom } from '@pictoglyph/http/page/favicon'
import { htmlPage } from '@pictoglyph/http/page/html-page'
import { Masthead } from '@pictoglyph/http/page/masthead'
import { QrCode } from '@pictoglyph/http/page/qr-code'
import { removedMetadata } from '@pictoglyph/http/page/removed-metadata'
import { type Messages, messagesIn } from './messages.ts'
import { pageStyle } from './page-style.ts'
import { Picture } from './picture.tsx'

/** The album from which an image's page was opened, with the ways through it, as addresses relative to that page. */
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
  /** Where the copy buttons' script stands. */
  script: string
  pictureOrigins: readonly string[]
}

/** The page of one image: the picture, what is known of it, and every form of its link. */
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
    head: <SocialTags image={image} title={title} url={url} pageUrl={pageUrl} />,
    body: (
      <div class="wide">
        <Masthead preferences={preferences} from="/p/:id" />
        <main>
          {album === undefined ? null : <AlbumWays album={album} text={text} />}
          <figure class="picture">
            <Picture image={image} placeholder={placeholder} links={links} title={title} />
          </figure>
          <div class="about">
            <section>
              <h1 dir="auto">{title}</h1>
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
            <Formats
              formats={copyFormats({
                url,
                pageUrl,
                thumbnailUrl: links.rendition(image, 'thumbnail'),
                title: image.title,
              })}
              pageUrl={pageUrl}
              text={text}
            />
          </div>
        </main>
      </div>
    ),
  })
}

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
  url,
  pageUrl,
}: {
  image: Image
  title: string
  url: string
  pageUrl: string
}) => (
  <>
    <link rel="canonical" href={pageUrl} />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={title} />
    {image.description === '' ? null : <meta property="og:description" content={image.description} />}
    <meta property="og:url" content={pageUrl} />
    <meta property="og:image" content={url} />
    <meta property="og:image:type" content={image.file.type} />
    <meta property="og:image:width" content={String(image.file.width)} />
    <meta property="og:image:height" content={String(image.file.height)} />
    <meta property="og:image:alt" content={title} />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content={title} />
    <meta name="twitter:image" content={url} />
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
        <time datetime={uploaded.toISOString()}>{date}</time>
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
            <time datetime={isoTime(image.expiresAtMs)}>
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
      {image.removed.length === 0 ? null : (
        <>
          <dt>{text.removed}</dt>
          <dd>
            {text.removedNote}
            {removedMetadata(image.removed, language)}
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
