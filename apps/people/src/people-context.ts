import type { Output } from './output.ts'

/** Where people's commands send to. */
export interface PeopleSettings {
  /** Base address of the image service. */
  imagesUrl: string
  /** API key of the environment. */
  key: string | undefined
}

/** The context of the commands that people run on their own machine. */
export interface PeopleContext {
  /** The name of the program that has them. */
  readonly program: 'pictoglyph' | 'pictoglyph-client'
  readonly settings: () => PeopleSettings
  /** Where results go; `asJson` is the command's `--json`. */
  readonly output: (asJson: boolean | undefined) => Output
}
