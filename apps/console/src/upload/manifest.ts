import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { type KeptAnswer, keepAnswer, keepBody } from '@pictoglyph/web/kept-answer'
import type { Language } from '@pictoglyph/web/language'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { Assets, BuiltAssets } from '../assets.ts'

const headers = {
  'Content-Type': 'application/manifest+json',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language, Cookie',
}

/** Answers with the web app manifest of a site of this name. */
export type AnswerManifest = (name: string, language: Language, context: RequestContext) => Promise<Response>

/** Creates the {@link AnswerManifest} of a process. The manifest is written once for each language. */
export function createManifest(assets: Assets): AnswerManifest {
  const answersFor = memoizeLast((_name: string) => new Map<Language, KeptAnswer>())
  return async (name, language, requestContext) => {
    const answers = answersFor(name)
    const answer =
      answers.get(language) ??
      keepAnswer(keepBody(JSON.stringify(manifestOf(name, language, await assets.built()))), headers)
    answers.set(language, answer)
    return answer(requestContext)
  }
}

/** Lets a phone install the console and share pictures with it (W3C Web App Manifest, Web Share Target). */
function manifestOf(name: string, language: Language, { icon, installIcons }: BuiltAssets): object {
  return {
    id: '/',
    name,
    short_name: name,
    lang: language,
    start_url: '/images',
    scope: '/',
    display: 'standalone',
    background_color: '#f5f6f6',
    theme_color: '#00694f',
    icons: [
      { src: `/assets/${icon.name}`, type: icon.type, sizes: 'any' },
      ...installIcons.map(({ name, type, side, purpose }) => {
        return { src: `/assets/${name}`, type, sizes: `${side}x${side}`, purpose }
      }),
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['image/*'] }] },
    },
  }
}
