/** @jsxImportSource hono/jsx */
import type { Both } from '@pictoglyph/forms/both'
import type { Count as CountWords } from '@pictoglyph/forms/thing'
import type { CountedThing } from '@pictoglyph/site/things/run-action'
import type { StoredThing } from '@pictoglyph/site/things/stored-thing'
import type { Child } from 'hono/jsx'
import { useConsole, useWords } from '../context/console-context.ts'
import { Count } from '../parts/numbers-and-times.tsx'

/** A fact about a thing, in its row of the list and on its page. */
export interface ThingCell<One = CountedThing> {
  readonly label: Both
  /** Hidden in lists on a narrow screen. */
  readonly isWide?: boolean
  /** @param props.isRow whether it is in a list, with only one line */
  Content(props: { one: One; isRow: boolean }): Child
}

/** The counts of a thing: numbers, or words, which a list shows muted. */
export const countCells = ({ counts }: StoredThing): ThingCell[] =>
  Object.entries(counts).map(([name, { label, isWide = false, words }]) => ({
    label,
    isWide,
    Content: ({ one, isRow }) => <CountOf number={one.counts[name] ?? 0} words={words} isMuted={isRow} />,
  }))

const CountOf = (props: { number: number; words: CountWords['words']; isMuted: boolean }) => {
  const { number, words, isMuted } = props
  const inWords = useWords()
  if (words === undefined) return <Count of={number} />
  const text = inWords(words)(number)
  return <span class={isMuted ? 'muted' : undefined}>{text}</span>
}

/** The states of a thing that are not the plain enabled one. */
export function statesOf({ enabled, isDefault, unreadable }: CountedThing) {
  const states: ('unreadable' | 'disabled' | 'isDefault')[] = []
  if (unreadable !== undefined) states.push('unreadable')
  else if (!enabled) states.push('disabled')
  if (isDefault === true) states.push('isDefault')
  return states
}

/** The states of a thing, in a list or on its page. */
export const StateBadges = ({ one }: { one: CountedThing }) => {
  const { thing: text } = useConsole().text
  return (
    <>
      {statesOf(one).map((state) => (
        <span class={state === 'isDefault' ? 'badge' : 'badge bad'}>{text[state]}</span>
      ))}
    </>
  )
}
