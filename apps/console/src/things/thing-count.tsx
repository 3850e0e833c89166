/** @jsxImportSource hono/jsx */
import type { Count as CountWords } from '@pictoglyph/forms/thing'
import { useWords } from '../context/console-context.ts'
import { Count } from '../parts/numbers-and-times.tsx'

/** A count of a thing: the number, or words about it, which a list shows muted. */
export const CountOf = (props: { count: CountWords; number: number; isMuted?: boolean }) => {
  const { count, number, isMuted = false } = props
  const words = useWords()
  if (count.words === undefined) return <Count of={number} />
  const text = words(count.words)(number)
  return isMuted ? <span class="muted">{text}</span> : <>{text}</>
}
