/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ConsoleContext, PageContext } from '../context/console-context.ts'
import { backTo } from '../context/page-address.ts'
import { DropOverlay } from '../upload/drop-overlay.tsx'
import { BottomNavigation } from './bottom-navigation.tsx'
import { GeneratedPasswordBar, NoticeBar, RefusalBar } from './message-bars.tsx'
import { Masthead, Sidebar } from './navigation.tsx'

export interface PageContent {
  title: string
  /** Beside the title: what can be done on this page. */
  actions?: Child
  /** One sentence under the title. */
  lead?: Child
  body: Child
  status?: ContentfulStatusCode
}

/** A whole page of the console as an answer. */
export async function showPage(context: ConsoleContext, content: PageContent): Promise<Response> {
  const { script, style, icon } = await context.services.assets.built()
  const nonce = context.hono.get('secureHeadersNonce')
  const isSentForm = context.hono.req.method === 'POST'
  const hasFailed = (content.status ?? 200) >= 500
  const usedBytes = hasFailed ? undefined : await usedBytesOf(context)
  const html = (
    <PageContext.Provider value={context}>
      <html lang={context.language} data-theme={context.theme}>
        <head>
          <meta charset="utf-8" />
          <title>{`${content.title} · Pictoglyph`}</title>
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
            <NoticeBar />
            <GeneratedPasswordBar />
            <RefusalBar />
            {content.body}
          </main>
          {context.signedIn === undefined ? null : (
            <>
              <BottomNavigation />
              <DropOverlay />
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
