import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { type KeptAnswer, keepAnswer, keepBody } from '../kept-answer.ts'
import type { RequestContext } from '../request-context.ts'
import { type HtmlPage, renderPage } from './html-page.tsx'
import { choiceCookies, type PagePreferences, readPreferences } from './preferences.ts'
import type { SiteFace } from './site-face.ts'

/**
 * A page that is the same for everyone: rendered once for each language and appearance, and again once its parts or the
 * site's face are others. Of the query, it knows the choice of those two alone, so that no address makes it render more.
 *
 * @param path of the page's route
 * @param describe makes the page of its parts, such as the policy in force
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

/** The same preferences with nothing in the address but the choices that hold. */
function onlyChoices(preferences: PagePreferences, path: string): PagePreferences {
  const { language, theme, query } = preferences
  const choices = new URLSearchParams()
  if (query.get('lang') === language) choices.set('lang', language)
  if (query.get('theme') === theme) choices.set('theme', theme)
  return { ...preferences, path, query: choices }
}
