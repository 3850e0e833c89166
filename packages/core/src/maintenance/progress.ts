/** How far a long piece of work is. */
export interface Progress {
  /** So much more is done; less than 0 where something begins again. */
  advance(count: number): void
  /** Called once, at its end, also when it failed. */
  finish(): void
}

/** Begins to show the progress of work that has `total` parts. */
export type StartProgress = (label: string, total: number) => Progress

/** For anyone who does not want to know. */
export const noProgress: StartProgress = () => ({ advance() {}, finish() {} })
