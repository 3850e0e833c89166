import type { DamagedSample } from './damaged-sample.ts'
import { complaintOf, type Media, type Mode, modes } from './laws.ts'
import { type Decided, recorded, type Turn, turn } from './switchboard.ts'

/** Samples that are longer are tried last. */
const largeBytes = 50_000

interface Trial {
  sample: DamagedSample
  mode: Mode
  decided: Decided
}

/** Tries a woven package with guards that are turned. */
interface Walk {
  /** A sample that sees it; `undefined` if none does. */
  seenBy(one: Turn): string | undefined
  /** Complaints about the package with no guard turned. */
  complaints(): string[]
}

/** Tries the package once with each sample; those that are large only when they are needed. */
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
      // A package may end in any way where its guards are wrong.
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
