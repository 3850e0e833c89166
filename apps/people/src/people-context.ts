import type { Output } from './output.ts'

/** Where the commands send requests. */
export interface PeopleSettings {
  /** Base address of the image service. */
  imagesUrl: string
  key: string | undefined
}

/** The context of the commands that people run on their own machine. */
export interface PeopleContext {
  /** The name of the running program. */
  readonly program: 'pictoglyph' | 'pictoglyph-client'
  readonly settings: () => PeopleSettings
  /** Creates the output for results; `asJson` is the command's `--json`. */
  readonly output: (asJson: boolean | undefined) => Output
}
