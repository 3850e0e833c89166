/** How far a long piece of work is. */
export interface Progress {
  /** Adds to what is done; less than 0 if a step begins again. */
  advance(count: number): void
  /** Called once, at its end, also when it failed. */
  finish(): void
}

/** Begins to show the progress of work that has `total` parts. */
export type StartProgress = (label: string, total: number) => Progress

/** Reports nothing. */
export const noProgress: StartProgress = () => ({ advance() {}, finish() {} })
