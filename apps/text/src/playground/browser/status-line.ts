import { pageMessages, type Words } from './page-language.ts'

export type Tone = 'plain' | 'good' | 'bad'

/** The line under the panes, which is read out to those who listen to the page. */
export interface StatusLine {
  say(words: Words, tone?: Tone): void
  /** The same in the language that the page is in now. */
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
