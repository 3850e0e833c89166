/** The progress of long work. */
export interface Progress {
  /** Adds finished parts; negative if a step begins again. */
  advance(count: number): void
  /** Called once at the end, even after a failure. */
  finish(): void
}

/** Begins to report the progress of work with `total` parts. */
export type StartProgress = (label: string, total: number) => Progress

export const noProgress: StartProgress = () => ({ advance() {}, finish() {} })
