/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/use-console.ts'

/** A whole number with the separators of the reader's language. */
export const Count = ({ of: number }: { of: number }) => {
  const { language } = useConsole()
  return <span class="number">{number.toLocaleString(language)}</span>
}
