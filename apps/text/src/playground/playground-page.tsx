/** @jsxImportSource hono/jsx */
import { maxCipherCodePoints, maxKeyCodePoints, maxTextUnits } from '@pictoglyph/codec/limits'
import { faviconAddressFrom } from '@pictoglyph/web/page/favicon'
import type { HtmlPage } from '@pictoglyph/web/page/html-page'
import { Masthead } from '@pictoglyph/web/page/masthead'
import type { PagePreferences } from '@pictoglyph/web/page/preferences'
import { relativeAddress } from '@pictoglyph/web/page/relative-address'
import { messagesIn, type PageWord, type PlaygroundMessages } from './messages.ts'
import { type FilledForm, type FormChoices, PlainForm } from './plain-form.tsx'
import { playgroundStyle } from './playground-style.ts'

interface PlaygroundFacts {
  preferences: PagePreferences
  baseUrl: string
  /** Path of the page's script. */
  script: string
  /** The variant of each enabled preset, which the page needs for encoding by itself. */
  variants: Readonly<Record<string, string>>
  /** The `data` of an `options` answer, which the page uses when it can't reach the service. */
  offersJson: string
  /** Choices and input of the form without script. */
  choices: FormChoices
  filled?: FilledForm | undefined
}

/** The page at the root. The script controls its form; its `curl` lines work without. */
export function playgroundPage(facts: PlaygroundFacts): HtmlPage {
  const { preferences, baseUrl, script, variants, offersJson, choices, filled } = facts
  const messages = messagesIn(preferences.language)
  return {
    preferences,
    title: messages.title,
    description: messages.description,
    css: playgroundStyle,
    scripts: [relativeAddress('/', script)],
    icon: faviconAddressFrom('/'),
    allow: {
      'connect-src': "'self'",
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
    },
    body: (
      <div class="wide">
        <Masthead preferences={preferences} from="/">
          <a href={relativeAddress('/', '/docs')}>
            <Word of="apiDocs" messages={messages} />
          </a>
        </Masthead>
        <main>
          <h1>
            <Word of="title" messages={messages} />
          </h1>
          <p class="muted lead">
            <Word of="lead" messages={messages} />
          </p>
          <noscript>
            <PlainForm messages={messages} choices={choices} filled={filled} />
          </noscript>
          <div
            id="playground"
            class="playground"
            data-variants={JSON.stringify(variants)}
            data-offers={offersJson}
          >
            <Settings messages={messages} />
            <p id="status" class="status" role="status" aria-live="polite"></p>
            <div class="panes">
              <Pane name="text" most={maxTextUnits} messages={messages} />
              <Pane name="cipher" most={maxCipherCodePoints} messages={messages} />
            </div>
          </div>
          <FromProgram messages={messages} baseUrl={baseUrl} />
        </main>
      </div>
    ),
  }
}

/** A text of the page, which the script can translate. */
const Word = ({ of: name, messages }: { of: PageWord; messages: PlaygroundMessages }) => (
  <span data-word={name}>{messages[name]}</span>
)

const Settings = ({ messages }: { messages: PlaygroundMessages }) => (
  <div class="settings">
    <div class="setting local">
      <label class="switch">
        <input id="local" type="checkbox" aria-describedby="local-hint" />
        <Word of="localOnly" messages={messages} />
      </label>
      <span id="local-hint" class="muted">
        <Word of="localOnlyHint" messages={messages} />
      </span>
    </div>
    <label class="setting">
      <Word of="charset" messages={messages} />
      <select id="charset" disabled></select>
    </label>
    <label class="setting">
      <Word of="preset" messages={messages} />
      <select id="preset" aria-describedby="worth" disabled></select>
    </label>
    <p id="worth" class="worth muted"></p>
    <p id="tilde-note" class="tilde-note muted" hidden></p>
    <div class="setting key" id="key-setting" hidden>
      <label for="key">
        <Word of="key" messages={messages} />
      </label>
      <span class="key-field">
        <input
          id="key"
          type="password"
          maxlength={2 * maxKeyCodePoints}
          autocomplete="off"
          spellcheck={false}
        />
        <button
          id="show-key"
          class="button quiet"
          type="button"
          aria-pressed="false"
          title={messages.showKey}
          data-word-title="showKey"
        >
          <span aria-hidden="true">◉</span>
          <span class="visually-hidden">
            <Word of="showKey" messages={messages} />
          </span>
        </button>
        <button id="suggest-key" class="button quiet" type="button" hidden>
          <Word of="suggestKey" messages={messages} />
        </button>
      </span>
    </div>
  </div>
)

interface PaneProps {
  name: 'text' | 'cipher'
  most: number
  messages: PlaygroundMessages
}

const Pane = ({ name, most, messages }: PaneProps) => (
  <section class={`pane ${name}`}>
    <header>
      <label for={name}>
        <Word of={name} messages={messages} />
      </label>
      <span id={`${name}-count`} class="count muted" data-most={most}></span>
    </header>
    <textarea
      id={name}
      dir="auto"
      placeholder={messages[`${name}Placeholder`]}
      data-word-placeholder={`${name}Placeholder`}
      aria-describedby="status"
      spellcheck={false}
      autocapitalize="off"
      autocomplete="off"
    ></textarea>
    <footer>
      <PaneButton does="copy" name={name} messages={messages} />
      {name === 'cipher' ? (
        <button id="code-cipher" class="button quiet" type="button">
          <Word of="copyAsCode" messages={messages} />
        </button>
      ) : null}
      <PaneButton does="clear" name={name} messages={messages} />
      <PaneButton does="open" name={name} messages={messages} />
      <input id={`file-${name}`} type="file" accept="text/*,.txt" hidden />
      <PaneButton does="save" name={name} messages={messages} />
      {name === 'cipher' ? (
        <button id="link-cipher" class="button quiet" type="button">
          <Word of="copyLink" messages={messages} />
        </button>
      ) : (
        <button
          id="swap"
          class="button quiet"
          type="button"
          title={messages.swapHint}
          data-word-title="swapHint"
        >
          <span aria-hidden="true">⇄</span>
          <Word of="swap" messages={messages} />
        </button>
      )}
    </footer>
  </section>
)

const PaneButton = ({
  does,
  name,
  messages,
}: Omit<PaneProps, 'most'> & { does: 'copy' | 'clear' | 'open' | 'save' }) => (
  <button id={`${does}-${name}`} class="button quiet" type="button">
    <Word of={does} messages={messages} />
    <span class="visually-hidden">
      {' '}
      <Word of={name} messages={messages} />
    </span>
  </button>
)

const FromProgram = ({ messages, baseUrl }: { messages: PlaygroundMessages; baseUrl: string }) => (
  <section class="from-program">
    <h2>
      <Word of="fromProgram" messages={messages} />
    </h2>
    <p class="muted">
      <Word of="fromProgramLead" messages={messages} />
    </p>
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
      <a href={relativeAddress('/', '/docs')}>
        <Word of="apiDocs" messages={messages} />
      </a>
    </p>
  </section>
)
