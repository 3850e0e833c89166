/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { typeName } from '@pictoglyph/site/language/type-name'
import type { Policy } from '@pictoglyph/site/policy'
import { faviconAddressFrom } from '@pictoglyph/web/page/favicon'
import type { HtmlPage } from '@pictoglyph/web/page/html-page'
import { Masthead } from '@pictoglyph/web/page/masthead'
import type { PagePreferences } from '@pictoglyph/web/page/preferences'
import { FileName, QueueRow, RowButton } from '@pictoglyph/web/page/queue-row'
import { relativeAddress } from '@pictoglyph/web/page/relative-address'
import queueStyle from '@pictoglyph/web/page/upload-queue.css' with { type: 'text' }
import { guestLinkPath } from './guest-link.ts'
import { guestMessages } from './guest-messages.ts'

export const guestPath = '/drop'

interface GuestPage {
  policy: Pick<Policy, 'upload.maxBytes' | 'upload.types'>
  preferences: PagePreferences
  /** Address of the page's script. */
  script: string
}

/**
 * The page where guests upload with a key in the address's fragment. It is the same for everyone. Browsers never send
 * a fragment, so only the uploads carry the key.
 */
export function guestPage({ policy, preferences, script }: GuestPage): HtmlPage {
  const { language } = preferences
  const text = guestMessages[language]
  const types = policy['upload.types']
  const size = formatBytes(policy['upload.maxBytes'], language)
  const accept = types.join(',')
  const accepted = text.accepted.replace('{types}', types.map(typeName).join(', ')).replace('{size}', size)
  return {
    preferences,
    title: text.title,
    css: guestStyle + queueStyle,
    scripts: [script],
    icon: faviconAddressFrom(guestPath),
    allow: { 'img-src': "'self' blob:", 'connect-src': "'self'" },
    headers: { 'X-Robots-Tag': 'noindex' },
    body: (
      <div class="narrow">
        <Masthead preferences={preferences} from={guestPath} />
        <main
          class="drop"
          data-words={JSON.stringify({ ...text, tooLarge: text.tooLarge.replace('{size}', size) })}
          data-address={relativeAddress(guestPath, '/api/v1/upload')}
          data-link-address={relativeAddress(guestPath, guestLinkPath)}
          data-max-bytes={policy['upload.maxBytes']}
        >
          <h1 dir="auto" data-title>
            {text.title}
          </h1>
          <p class="muted">{text.lead}</p>
          <p class="card problem" role="alert" data-problem>
            {text.needsScript}
          </p>
          <section class="card zone" data-zone hidden>
            <div class="ways-in">
              <label class="button">
                {text.choose}
                <input class="visually-hidden" type="file" accept={accept} multiple data-choose />
              </label>
              <label class="button quiet camera">
                {text.photograph}
                <input
                  class="visually-hidden"
                  type="file"
                  accept={accept}
                  capture="environment"
                  data-choose
                />
              </label>
            </div>
            <p>{text.orDrop}</p>
            <p class="muted small">{accepted}</p>
          </section>
          <p class="standing" role="status" data-status />
          <ul class="queue queue-rows" aria-label={text.pictures} data-rows />
          <template data-row>
            <QueueRow>
              <a class="button quiet small" href="/" target="_blank" rel="noopener noreferrer" data-do="open">
                {text.open} <FileName />
              </a>
              <RowButton action="retry" words={text.again} />
            </QueueRow>
          </template>
        </main>
      </div>
    ),
  }
}

const guestStyle = `
.drop [hidden] { display: none; }
.drop { padding-block: clamp(1rem, 5vh, 3rem) 4rem; }
.zone { display: grid; justify-items: center; gap: 0.25rem; margin-top: 1.25rem; padding-block: clamp(1.5rem, 6vh, 3rem); text-align: center; border: 2px dashed var(--line-strong); box-shadow: none; }
.zone p { margin: 0.35rem 0 0; }
.over .zone { border-color: var(--accent); background: var(--accent-soft); }
.ways-in { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.6rem; margin-bottom: 0.5rem; }
.ways-in .button { position: relative; min-height: 3rem; padding-inline: 1.4rem; }
.ways-in .button:focus-within { outline: 2px solid var(--focus); outline-offset: 2px; }
.camera { display: none; }
@media (pointer: coarse) { .camera { display: inline-flex; } }
.small { font-size: 0.9rem; }
.problem { border-color: var(--bad); background: var(--bad-soft); animation: appear 0s 0.5s backwards; }
@keyframes appear { from { visibility: hidden; } }
.standing { min-height: 1.6em; font-weight: 550; }
.queue:empty { display: none; }
`
