import { createContext, useContext } from 'hono/jsx'
import type { Visit } from './visit.ts'

/** The visit that a page is rendered for, so that its parts need not hand it down. */
export const VisitContext = createContext<Visit | undefined>(undefined)

/** @throws {Error} outside a page */
export function useVisit(): Visit {
  const visit = useContext(VisitContext)
  if (visit === undefined) throw new Error('a part of a page is rendered outside a page')
  return visit
}
