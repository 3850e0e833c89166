/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Language } from '../language.ts'
import type { Theme } from './preferences.ts'

/** The parts of a page's frame. */
export interface PageShellProps {
  language: Language
  theme: Theme
  title: string
  description?: string | undefined
  /** All CSS of the page: text of ours, written unescaped. */
  css: string
  /** Addresses of module scripts of ours. */
  scripts: readonly string[]
  /** Address of the page's icon, an SVG. */
  icon?: string | undefined
  /** More of the head: links and `<meta>`, such as Open Graph. */
  head?: Child
  children?: Child
}

/** The frame of every page: language, title, viewport, style, scripts. Use it through {@link htmlPage}. */
export const PageShell = ({
  language,
  theme,
  title,
  description,
  css,
  scripts,
  icon,
  head,
  children,
}: PageShellProps) => (
  <html lang={language} data-theme={theme}>
    <head>
      <meta charset="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {description === undefined ? null : <meta name="description" content={description} />}
      <style dangerouslySetInnerHTML={{ __html: css }} />
      {scripts.map((source) => (
        <script type="module" src={source} />
      ))}
      {icon === undefined ? null : <link rel="icon" type="image/svg+xml" href={icon} />}
      {head}
    </head>
    <body>{children}</body>
  </html>
)
