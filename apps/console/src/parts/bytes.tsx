/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/core'
import { useConsole } from '../context/use-console.ts'

/** A number of bytes in a unit that reads well. */
export const Bytes = ({ count }: { count: number }) => {
  const { language } = useConsole()
  return <span class="number">{formatBytes(count, language)}</span>
}
