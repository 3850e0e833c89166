import { createContext, useContext } from 'hono/jsx'
import type { ConsoleContext } from './console-context.ts'

/** The context that a page is rendered for, so that its parts need not hand it down. */
export const PageContext = createContext<ConsoleContext | undefined>(undefined)

/** @throws {Error} outside a page */
export function useConsole(): ConsoleContext {
  const context = useContext(PageContext)
  if (context === undefined) throw new Error('a part of a page is rendered outside a page')
  return context
}
