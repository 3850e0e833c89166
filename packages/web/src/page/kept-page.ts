import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { type KeptAnswer, keepAnswer, keepBody } from '../kept-answer.ts'
import type { RequestContext } from '../request-context.ts'
import { type HtmlPage, renderPage } from './html-page.tsx'
import { choiceCookies, type PagePreferences, readPreferences } from './preferences.ts'
import type { SiteFace } from './site-face.ts'

/**
 * The same page for everyone: rendered once for each language and theme, and again when its parts or the site's name or
 * links change. It reads only those two choices from the query, so that no address makes it render more.
 *
 * @param path of the page's route
 * @param describe creates the page from its parts, such as the policy in force
 */
export function createKeptPage<Parts extends readonly unknown[]>(
  path: string,
  describe: (preferences: PagePreferences, ...parts: Parts) => HtmlPage,
): (context: RequestContext, ...parts: Parts) => Response | Promise<Response> {
  const answersFor = memoizeLast((_face: SiteFace, ..._parts: Parts) => new Map<string, KeptAnswer>())

  function render(preferences: PagePreferences, parts: Parts): KeptAnswer {
    const { html, headers } = renderPage(describe(preferences, ...parts))
    return keepAnswer(keepBody(html), headers)
  }

  return (context, ...parts) => {
    const preferences = onlyChoices(readPreferences(context), path)
    const { site, language, theme, query } = preferences
    const answers = answersFor(site, ...parts)
    const variant = `${language} ${theme} ${query}`
    const answer = answers.get(variant) ?? render(preferences, parts)
    answers.set(variant, answer)
    return answer(context, choiceCookies(preferences))
  }
}

/** The same preferences, with only the valid choices in the address. */
function onlyChoices(preferences: PagePreferences, path: string): PagePreferences {
  const { language, theme, query } = preferences
  const choices = new URLSearchParams()
  if (query.get('lang') === language) choices.set('lang', language)
  if (query.get('theme') === theme) choices.set('theme', theme)
  return { ...preferences, path, query: choices }
}
