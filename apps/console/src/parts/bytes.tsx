/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/core'
import { useVisit } from '../visit/visit-context.ts'

/** A number of bytes in a unit that reads well. */
export const Bytes = ({ count }: { count: number }) => {
  const { language } = useVisit()
  return <span class="number">{formatBytes(count, language)}</span>
}
