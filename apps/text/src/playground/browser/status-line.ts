import { pageMessages, type Words } from './page-language.ts'

export type Tone = 'plain' | 'good' | 'warn' | 'bad'

/** The line below the panes, which screen readers announce. */
export interface StatusLine {
  say(words: Words, tone?: Tone): void
  /** Repeats the message in the page's current language. */
  sayAgain(): void
}

export function createStatusLine(line: HTMLElement): StatusLine {
  let said: Words = () => ''
  function sayAgain(): void {
    line.textContent = said(pageMessages())
  }
  return {
    say(words, tone = 'plain') {
      said = words
      line.dataset.tone = tone
      sayAgain()
    },
    sayAgain,
  }
}
