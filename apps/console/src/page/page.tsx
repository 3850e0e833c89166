/** @jsxImportSource hono/jsx */
import { Icon } from '@pictoglyph/web/page/icon'
import type { IconName } from '@pictoglyph/web/page/icon-shapes'
import { titleWith } from '@pictoglyph/web/page/site-face'
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ConsoleContext, PageContext, useConsole } from '../context/console-context.ts'
import { asMember } from '../context/create-console-context.ts'
import { backTo } from '../context/page-address.ts'
import { sealForPage } from '../context/shown-once.ts'
import { siteNameOf } from '../context/site-name.ts'
import { RefusalPlace } from '../parts/refused-field.tsx'
import { DropOverlay } from '../upload/drop-overlay.tsx'
import { type UploadChoices, uploadChoicesOf } from '../upload/upload-choices.ts'
import { UploadSetup } from '../upload/upload-setup.tsx'
import { GeneratedPasswordBar, NoticeBar, RefusalBar } from './message-bars.tsx'
import { hereIn, Masthead, Sidebar } from './navigation.tsx'

export interface PageContent {
  title: string
  /** The part of the window's title that tells equal titles apart. */
  part?: string
  /** Under the title: links to related pages. */
  tabs?: Child
  /** Next to the title: the actions of this page. */
  actions?: Child
  /** One sentence under the title. */
  lead?: Child
  body: Child
  /** Destinations of uploads, if the page has already read them. */
  uploadChoices?: UploadChoices
  /** Storage of the visitor's images, if the page has already read it. */
  usedBytes?: number
  status?: ContentfulStatusCode
  /** Whether the page has a form for the visitor's own password. */
  setsPassword?: boolean
  /** A value that the page at this path shows only once. */
  shownOnce?: { path: string; value: string }
}

/** Answers with a whole page of the console. */
export async function showPage(given: ConsoleContext, content: PageContent): Promise<Response> {
  const { shownOnce } = content
  const context =
    shownOnce === undefined ? given : { ...given, shown: sealForPage(given, shownOnce.path, shownOnce.value) }
  const { script, style, icon, metadataScript } = await context.services.assets.built()
  const nonce = context.hono.get('secureHeadersNonce')
  const isSentForm = context.hono.req.method === 'POST'
  const hasFailed = (content.status ?? 200) >= 500
  const member = hasFailed ? undefined : asMember(context)
  const [usedBytes, choices] = await Promise.all([
    content.usedBytes ?? (hasFailed ? undefined : usedBytesOf(context)),
    content.uploadChoices ?? (member && uploadChoicesOf(member)),
  ])
  const windowTitle = content.part === undefined ? content.title : `${content.part} · ${content.title}`
  // Rendered first: if a field shows the refusal, it is not shown above again.
  const place = { isField: false }
  const body = String(
    <RefusalPlace.Provider value={place}>
      <PageContext.Provider value={context}>{content.body}</PageContext.Provider>
    </RefusalPlace.Provider>,
  )
  const html = (
    <PageContext.Provider value={context}>
      <html lang={context.language} data-theme={context.theme}>
        <head>
          <meta charset="utf-8" />
          <title>{titleWith(windowTitle, siteNameOf(context))}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <link rel="icon" type="image/svg+xml" href={`/assets/${icon.name}`} />
          <link rel="manifest" href="/manifest.webmanifest" />
          <link rel="stylesheet" href={`/assets/${style.name}`} nonce={nonce} />
          <script type="module" src={`/assets/${script.name}`} nonce={nonce} />
        </head>
        <body
          class={context.signedIn === undefined ? 'signed-out' : 'signed-in'}
          data-user-id={context.signedIn?.user.id}
          data-address={isSentForm && !hasFailed ? backTo(context) : undefined}
        >
          <a class="skip-link" href="#content">
            {context.text.layout.skipToContent}
          </a>
          {context.signedIn === undefined ? <Masthead /> : <Sidebar usedBytes={usedBytes} />}
          <main id="content" tabindex={-1}>
            <header class="page-head">
              <div>
                <h1 dir="auto">{content.title}</h1>
                {content.lead === undefined ? null : <p class="lead">{content.lead}</p>}
              </div>
              {content.actions === undefined ? null : <div class="page-actions">{content.actions}</div>}
            </header>
            {content.tabs}
            <NoticeBar />
            <GeneratedPasswordBar isAskedBelow={content.setsPassword === true} />
            {place.isField ? null : <RefusalBar />}
            {raw(body)}
          </main>
          {context.signedIn === undefined ? null : (
            <>
              <BottomNavigation />
              <DropOverlay />
              {choices === undefined ? null : (
                <UploadSetup choices={choices} script={`/assets/${metadataScript.name}`} />
              )}
            </>
          )}
          <span id="page-end" hidden />
        </body>
      </html>
    </PageContext.Provider>
  )
  return context.hono.html(`<!doctype html>${String(html)}`, content.status ?? 200)
}

async function usedBytesOf({ services, signedIn }: ConsoleContext): Promise<number | undefined> {
  return signedIn && (await services.site.database.users.usage(signedIn.user.id)).bytes
}

/** The most used pages, in reach of the thumb on a phone; the menu has all others. */
const BottomNavigation = () => {
  const { nav } = useConsole().text
  return (
    <nav class="bottom-nav" aria-label={nav.daily}>
      <BottomLink href="/images" label={nav.gallery} icon="gallery" />
      <BottomLink href="/upload" label={nav.upload} icon="upload" />
      <BottomLink href="/albums" label={nav.albums} icon="albums" />
      <BottomLink href="/account" label={nav.account} icon="account" />
    </nav>
  )
}

const BottomLink = ({ href, label, icon }: { href: string; label: string; icon: IconName }) => (
  <a href={href} {...hereIn(useConsole(), href)}>
    <Icon name={icon} size={22} />
    {label}
  </a>
)
