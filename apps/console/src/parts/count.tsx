/** @jsxImportSource hono/jsx */
import { useVisit } from '../visit/visit-context.ts'

/** A whole number with the separators of the reader's language. */
export const Count = ({ of: number }: { of: number }) => {
  const { language } = useVisit()
  return <span class="number">{number.toLocaleString(language)}</span>
}
