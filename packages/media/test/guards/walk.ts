import type { DamagedSample } from './damaged-sample.ts'
import { complaintOf, type Media, type Mode, modes } from './laws.ts'
import { type Decided, recorded, type Turn, turn } from './switchboard.ts'

/** Larger samples are tried last. */
const largeBytes = 50_000

interface Trial {
  sample: DamagedSample
  mode: Mode
  decided: Decided
}

/** Tests an instrumented package with flipped guards. */
interface Walk {
  /** A sample that detects the flip; `undefined` if none does. */
  seenBy(one: Turn): string | undefined
  /** Violations of the package without a flip. */
  complaints(): string[]
}

/** Runs the package once with each sample; with large ones only when necessary. */
export function createWalk(media: Media, samples: readonly DamagedSample[]): Walk {
  const isLarge = ({ bytes }: DamagedSample): boolean => bytes.length > largeBytes
  const small = trialsOf(samples.filter((sample) => !isLarge(sample)))
  let large: Trial[] | undefined

  function trialsOf(of: DamagedSample[]): Trial[] {
    const trials = of.flatMap((sample) =>
      modes.map((mode) => ({ sample, mode, decided: recorded(() => complaintOf(media, sample, mode)) })),
    )
    return trials.sort((a, b) => a.decided.steps - b.decided.steps)
  }

  function* trials(): Generator<Trial> {
    yield* small
    large ??= trialsOf(samples.filter(isLarge))
    yield* large
  }

  function sees({ sample, mode, decided }: Trial, one: Turn): boolean {
    if (!decided[one.to ? 'false' : 'true'].has(one.guard)) return false
    using _ = turn(one, 4 * decided.steps + 100_000)
    try {
      return complaintOf(media, sample, mode) !== undefined
    } catch (error) {
      // A package with wrong guards may fail in any way.
      return error instanceof Error
    }
  }

  return {
    seenBy(one) {
      for (const trial of trials()) if (sees(trial, one)) return `${trial.sample.name}, ${trial.mode}`
      return undefined
    },
    complaints: () => small.flatMap(({ sample, mode }) => complaintOf(media, sample, mode) ?? []),
  }
}
