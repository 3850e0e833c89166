/** @jsxImportSource hono/jsx */
import type { Failure } from '@pictoglyph/site/language/failure'
import type { RequestContext } from '../request-context.ts'
import { inLanguages } from '../texts.ts'
import { faviconAddressFrom } from './favicon.ts'
import { htmlPage } from './html-page.tsx'
import { Masthead } from './masthead.tsx'
import { readPreferences } from './preferences.ts'
import { relativeAddress } from './relative-address.ts'

const messagesIn = inLanguages({
  notFound: ['Nothing here', '这里什么也没有'],
  notFoundNote: ['This address is wrong, or what was here has been deleted.', '地址有误，或内容已被删除。'],
  forPrograms: ['This address is for programs', '此地址供程序使用'],
  forProgramsNote: [
    'A browser can’t open it. The documentation says what a program sends here.',
    '浏览器无法打开它。文档说明了程序应发送什么。',
  ],
  toStart: ['Home', '首页'],
  docs: ['Documentation', '文档'],
})

/**
 * A page for browsers that ask for HTML and find nothing, or that open an address of the API. Other clients and all
 * other failures get JSON.
 */
export function failurePage(context: RequestContext, failure: Failure, status: number): Response | undefined {
  const { method } = context.request
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || !context.header('accept')?.toLowerCase().includes('text/html')) return undefined
  if (failure.code !== 'NOT_FOUND' && failure.code !== 'METHOD_NOT_ALLOWED') return undefined
  const preferences = readPreferences(context)
  const { path, language } = preferences
  const text = messagesIn[language]
  const [title, note] =
    failure.code === 'NOT_FOUND'
      ? [text.notFound, text.notFoundNote]
      : [text.forPrograms, text.forProgramsNote]
  return htmlPage({
    preferences,
    title,
    status,
    css: failureStyle,
    icon: faviconAddressFrom(path),
    head: <meta name="robots" content="noindex" />,
    headers: { Vary: 'Accept, Accept-Language, Cookie' },
    body: (
      <div class="wide page">
        <Masthead preferences={preferences} />
        <main class="nothing">
          <p class="code" aria-hidden="true">
            {status}
          </p>
          <h1>{title}</h1>
          <p class="muted">{note}</p>
          <p class="ways">
            <a class="button" href={relativeAddress(path, '/')}>
              {text.toStart}
            </a>
            <a class="button quiet" href={relativeAddress(path, '/docs')}>
              {text.docs}
            </a>
          </p>
        </main>
      </div>
    ),
  })
}

const failureStyle = `
.page { min-height: 100vh; display: grid; grid-template-rows: auto 1fr; }
.nothing { display: grid; align-content: center; justify-items: center; gap: 0.5rem; padding-block: 2rem 16vh; text-align: center; }
.nothing .code { margin: 0; font: 680 clamp(4rem, 16vw, 7rem)/1 var(--sans); letter-spacing: -0.04em; color: var(--line-strong); }
.nothing p { margin: 0; max-width: 34rem; }
.ways { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.6rem; padding-top: 1rem; }
`
