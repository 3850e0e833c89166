/** @jsxImportSource hono/jsx */
import type { Theme } from './preferences.ts'

/** A sun, a moon, or a disc that is half of each. */
export const ThemeIcon = ({ of: theme }: { of: Theme }) => (
  <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" focusable="false">
    {theme === 'light' ? (
      <>
        <circle cx="10" cy="10" r="3.4" />
        <path d="M10 2.2v1.6M10 16.2v1.6M2.2 10h1.6M16.2 10h1.6M4.5 4.5l1.1 1.1M14.4 14.4l1.1 1.1M15.5 4.5l-1.1 1.1M5.6 14.4l-1.1 1.1" />
      </>
    ) : theme === 'dark' ? (
      <path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z" />
    ) : (
      <>
        <circle cx="10" cy="10" r="6.8" />
        <path d="M10 3.2a6.8 6.8 0 0 1 0 13.6z" fill="currentColor" />
      </>
    )}
  </svg>
)
