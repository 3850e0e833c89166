import { conflict, Failure } from './failure.ts'
import type { OvertakenField } from './failures.ts'
import { type Message, message } from './message.ts'

/** A value that someone wants in place of the one that they saw. */
export interface WantedValue {
  wanted: string
  /** The value on the page that they chose it on; left out by a command, which shows none. */
  shown?: string
}

/** How values are compared with the present ones. */
interface PresentValues<Name extends string> {
  present: (name: Name) => string
  /** Whether two texts are the same value; by default, whether they are the same text. */
  isSame?: (name: Name, one: string, other: string) => boolean
}

/**
 * Separates what someone changes from what their form only showed: a value that is as it was shown is no change, and
 * takes back nothing that others have changed meanwhile.
 * @returns `changed`: to be changed; `overtaken`: changed meanwhile by someone else, to a value that is neither the
 * shown nor the wanted one
 */
export function compareShown<Name extends string>(
  values: ReadonlyMap<Name, WantedValue>,
  { present, isSame = (_, one, other) => one === other }: PresentValues<Name>,
): { changed: Name[]; overtaken: Name[] } {
  const areSame = (name: Name, one: string, other: string) => isSame(name, inLines(one), inLines(other))
  const changed: Name[] = []
  const overtaken: Name[] = []
  for (const [name, { wanted, shown }] of values) {
    const now = present(name)
    if (areSame(name, wanted, now) || (shown !== undefined && areSame(name, wanted, shown))) continue
    if (shown === undefined || areSame(name, shown, now)) changed.push(name)
    else overtaken.push(name)
  }
  return { changed, overtaken }
}

/** A text whose lines end alike: forms send each break as CR LF. */
export const inLines = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Names the fields, as their form calls them, and who has changed them. */
export function overtakenReason(overtaken: readonly OvertakenField[]): Message {
  const changes: Message[] = overtaken.map(({ field: key, by }) =>
    by === null
      ? message('"{key}" was changed meanwhile.', { key })
      : message('"{key}" was changed meanwhile by {by}.', { key, by }),
  )
  return message('{changes} Nothing of this form was saved. Compare the values, then save again.', {
    changes: changes.reduce((before, next) => message('{before} {next}', { before, next })),
  })
}

/**
 * The refusal of a form of whose fields others have changed some meanwhile. All of the form is refused: what is sent
 * together is saved together.
 */
export function overtakenBy(overtaken: readonly OvertakenField[]): Failure {
  return new Failure({ code: 'CONFLICT', reason: overtakenReason(overtaken), overtaken })
}

/** The refusal of a form that does not say what it showed: it was opened before an update, or another program made it. */
export function formOutdated(): Failure {
  return conflict(
    message(
      'This page was opened before the site was updated. Nothing was saved. It now shows the present values: make your changes again.',
    ),
  )
}
