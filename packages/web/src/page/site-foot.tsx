/** @jsxImportSource hono/jsx */
import { inLanguages } from '../texts.ts'
import type { PagePreferences } from './preferences.ts'

const messagesIn = inLanguages({
  links: ['About this site', '关于本站'],
  abuse: ['Report abuse', '举报滥用'],
})

/** The foot of every public page: the site's own links and its contact for abuse. Empty without both. */
export const SiteFoot = ({ preferences }: { preferences: Pick<PagePreferences, 'site' | 'language'> }) => {
  const { site, language } = preferences
  const text = messagesIn[language]
  const [links, abuse] = [site['site.links'], site['site.abuse']]
  if (links.length === 0 && abuse === '') return null
  return (
    <footer class="wide site-foot">
      <nav aria-label={text.links}>
        {links.map(({ label, url }) => (
          <a href={url} dir="auto" rel="noopener">
            {label}
          </a>
        ))}
        {abuse === '' ? null : <a href={abuse}>{text.abuse}</a>}
      </nav>
    </footer>
  )
}
