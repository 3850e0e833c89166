/** @jsxImportSource hono/jsx */
import { maximumCipherCodePoints, maximumKeyCodePoints, maximumTextUnits } from '@pictoglyph/codec'
import { type HtmlPage, type Language, languages } from '@pictoglyph/http'
import { faviconSeenFrom } from '@pictoglyph/http/page/favicon'
import { relativeAddress } from '@pictoglyph/http/page/relative-address'
import { playgroundStyle } from './playground-style.ts'
import { type Wording, wordingIn } from './wording/wording.ts'

export interface PlaygroundFacts {
  language: Language
  baseUrl: string
  /** The path of the page's script. */
  script: string
  /** For each enabled preset the variant of its type, which a page that encodes by itself needs to know. */
  variants: Readonly<Record<string, string>>
}

/** The page at the root: its form is filled and driven by the script, its `curl` lines stand without it. */
export function playgroundPage({ language, baseUrl, script, variants }: PlaygroundFacts): HtmlPage {
  const wording = wordingIn(language)
  const other = languages.find((one) => one !== language) ?? language
  return {
    language,
    title: `Pictoglyph · ${wording.title}`,
    description: wording.description,
    css: playgroundStyle,
    scripts: [relativeAddress('/', script)],
    icon: faviconSeenFrom('/'),
    allow: { 'connect-src': "'self'", 'require-trusted-types-for': "'script'" },
    body: (
      <div class="wide">
        <header class="masthead">
          <a class="brand" href={relativeAddress('/', '/')}>
            Pictoglyph
          </a>
          <nav aria-label="Pictoglyph">
            <a href={relativeAddress('/', '/docs')}>{wording.apiDocs}</a>
            <a href={relativeAddress('/', `/?lang=${other}`)} hreflang={other} lang={other}>
              {wording.otherLanguage}
            </a>
          </nav>
        </header>
        <main>
          <h1>{wording.title}</h1>
          <p class="muted lead">{wording.lead}</p>
          <noscript>
            <p class="card">{wording.withoutScript}</p>
          </noscript>
          <div id="playground" class="playground" data-variants={JSON.stringify(variants)}>
            <Settings wording={wording} />
            <div class="panes">
              <Pane
                name="text"
                label={wording.text}
                placeholder={wording.textPlaceholder}
                most={maximumTextUnits}
                wording={wording}
              />
              <Pane
                name="cipher"
                label={wording.cipher}
                placeholder={wording.cipherPlaceholder}
                most={maximumCipherCodePoints}
                wording={wording}
              />
            </div>
            <p id="status" class="status" role="status" aria-live="polite"></p>
          </div>
          <FromProgram wording={wording} baseUrl={baseUrl} />
        </main>
      </div>
    ),
  }
}

const Settings = ({ wording }: { wording: Wording }) => (
  <div class="settings">
    <label class="setting">
      <span>{wording.charset}</span>
      <select id="charset" disabled></select>
    </label>
    <label class="setting">
      <span>{wording.preset}</span>
      <select id="preset" disabled></select>
    </label>
    <div class="setting key" id="key-setting" hidden>
      <label for="key">{wording.key}</label>
      <span class="key-field">
        <input
          id="key"
          type="password"
          maxlength={2 * maximumKeyCodePoints}
          autocomplete="off"
          spellcheck={false}
        />
        <button id="show-key" class="button quiet" type="button" aria-pressed="false" title={wording.showKey}>
          <span aria-hidden="true">◉</span>
          <span class="visually-hidden">{wording.showKey}</span>
        </button>
      </span>
    </div>
    <div class="setting local">
      <label class="switch">
        <input id="local" type="checkbox" aria-describedby="local-hint" />
        <span>{wording.localOnly}</span>
      </label>
      <span id="local-hint" class="muted">
        {wording.localOnlyHint}
      </span>
    </div>
  </div>
)

interface PaneProps {
  name: string
  label: string
  placeholder: string
  most: number
  wording: Wording
}

const Pane = ({ name, label, placeholder, most, wording }: PaneProps) => (
  <section class={`pane ${name}`}>
    <header>
      <label for={name}>{label}</label>
      <span id={`${name}-count`} class="count muted" data-most={most}></span>
    </header>
    <textarea
      id={name}
      dir="auto"
      placeholder={placeholder}
      aria-describedby="status"
      spellcheck={false}
      autocapitalize="off"
      autocomplete="off"
    ></textarea>
    <footer>
      <button id={`copy-${name}`} class="button quiet" type="button">
        {wording.copy}
        <span class="visually-hidden"> {label}</span>
      </button>
      <button id={`clear-${name}`} class="button quiet" type="button">
        {wording.clear}
        <span class="visually-hidden"> {label}</span>
      </button>
    </footer>
  </section>
)

const FromProgram = ({ wording, baseUrl }: { wording: Wording; baseUrl: string }) => (
  <section class="from-program">
    <h2>{wording.fromProgram}</h2>
    <p class="muted">{wording.fromProgramLead}</p>
    <pre tabindex={0}>
      <code>
        {`curl ${baseUrl}/api/public/encrypt \\
  -H 'Content-Type: application/json' \\
  -d '{"text":"Hello","charsetId":"roar","algorithmId":"classic"}'

curl ${baseUrl}/api/public/decrypt \\
  -H 'Content-Type: application/json' \\
  -d '{"cipher":"~呜嗷嗷嗷嗷呜呜啊啊~呜嗷呜呜~嗷~嗷啊嗷啊呜嗷嗷呜~~嗷~呜呜嗷啊~嗷嗷嗷呜啊嗷嗷啊啊"}'`}
      </code>
    </pre>
    <p>
      <a href={relativeAddress('/', '/docs')}>{wording.apiDocs}</a>
    </p>
  </section>
)
