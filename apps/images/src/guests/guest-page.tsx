/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import type { Policy } from '@pictoglyph/site/policy'
import { faviconAddressFrom } from '@pictoglyph/web/page/favicon'
import type { HtmlPage } from '@pictoglyph/web/page/html-page'
import { Masthead } from '@pictoglyph/web/page/masthead'
import type { PagePreferences } from '@pictoglyph/web/page/preferences'
import { relativeAddress } from '@pictoglyph/web/page/relative-address'
import { guestLinkPath } from './guest-link.ts'
import { guestMessages } from './guest-messages.ts'

export const guestPath = '/drop'

interface GuestPage {
  policy: Pick<Policy, 'upload.maxBytes' | 'upload.types'>
  preferences: PagePreferences
  /** Where the page's script stands. */
  script: string
}

/**
 * The page where guests upload with a key in the fragment of the address. It is the same for everyone. Browsers never
 * send a fragment, so only the uploads carry the key.
 */
export function guestPage({ policy, preferences, script }: GuestPage): HtmlPage {
  const { language } = preferences
  const text = guestMessages[language]
  const types = policy['upload.types']
  const size = formatBytes(policy['upload.maxBytes'], language)
  const accept = types.join(',')
  const accepted = text.accepted.replace('{types}', types.map(nameOf).join(', ')).replace('{size}', size)
  return {
    preferences,
    title: text.title,
    css: guestStyle,
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
          <ul class="rows" aria-label={text.pictures} data-rows />
          <template data-row>
            <li class="card row">
              <span class="preview">
                <img alt="" decoding="async" hidden />
              </span>
              <span class="about">
                <strong class="name" dir="auto" />
                <progress max="1" value="0" />
                <span class="state muted" />
              </span>
              <button type="button" class="button quiet" hidden>
                {text.again}
              </button>
            </li>
          </template>
        </main>
      </div>
    ),
  }
}

const nameOf = (type: Policy['upload.types'][number]): string =>
  type
    .replace(/^image\//, '')
    .replace(/\+xml$/, '')
    .toUpperCase()

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
.rows { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; margin: 0; padding: 0; list-style: none; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.9rem; padding: 0.7rem 0.9rem; }
.row .preview { flex: none; display: grid; place-items: center; width: 3.25rem; height: 3.25rem; background: var(--sunken); border-radius: var(--round); overflow: hidden; }
.row img { width: 100%; height: 100%; object-fit: cover; }
.row .about { flex: 1 1 10rem; min-width: 0; display: grid; gap: 0.2rem; }
.row .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 550; }
.row progress { width: 100%; height: 0.4rem; accent-color: var(--accent); }
.row .state { font-size: 0.9rem; }
.row.sent .state { color: var(--accent); }
.row.refused .state { color: var(--bad); }
`
