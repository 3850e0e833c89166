/** Logged requests at most: a log line is written in one piece. */
const told = 8
/** Requests on the board. If more are in work, the newest replace the oldest. */
const places = 32
const placeBytes = 256
const maxBegun = 2 ** 26 - 1

/** Shared memory: one thread writes its current requests, and another reads them while the first is stuck. */
export interface WorkBoard {
  readonly memory: SharedArrayBuffer
  /** A sign of life of the event loop, in addition to the begin and end of each request. */
  beat(): void
  /** Records a request. @returns the argument for `end` */
  begin(request: string): number
  end(noted: number): void
}

/** The view of another thread. */
interface WorkReader {
  /** Number of signs of life so far, modulo 2^32. */
  signs(): number
  /** Requests without an answer, newest first; and the latest one, answered or not. */
  requests(): { inWork: string[]; last: string | null }
}

/**
 * The layout: signs of life, the number of the newest request, and for each place its request's number and length. The
 * remainder of a number is its place, and its order tells which of two came later.
 */
function viewOf(memory: SharedArrayBuffer) {
  return {
    counts: new Int32Array(memory, 0, 2),
    numbers: new Int32Array(memory, 8, places),
    lengths: new Int32Array(memory, 8 + 4 * places, places),
    textOf: (place: number) => new Uint8Array(memory, 8 + 8 * places + placeBytes * place, placeBytes),
  }
}

export function createWorkBoard(): WorkBoard {
  const memory = new SharedArrayBuffer(8 + (8 + placeBytes) * places)
  const { counts, numbers, lengths, textOf } = viewOf(memory)
  const texts = Array.from({ length: places }, (_, place) => textOf(place))
  const encoder = new TextEncoder()
  const free = [...numbers.keys()]
  let begun = 0

  const beat = (): void => void Atomics.add(counts, 0, 1)
  const oldest = (): number => numbers.reduce((old, number, at) => (number < numbers[old]! ? at : old), 0)

  return {
    memory,
    beat,
    begin(request) {
      beat()
      const place = free.pop() ?? oldest()
      // It stays below 2^31; an empty place has the number 0.
      begun = begun === maxBegun ? 1 : begun + 1
      const number = begun * places + place
      lengths[place] = encoder.encodeInto(request, texts[place]!).written
      numbers[place] = number
      Atomics.store(counts, 1, number)
      return number
    },
    end(noted) {
      beat()
      const place = noted % places
      if (numbers[place] !== noted) return
      numbers[place] = 0
      free.push(place)
    },
  }
}

export function readWorkBoard(memory: SharedArrayBuffer): WorkReader {
  const { counts, numbers, lengths, textOf } = viewOf(memory)
  // `TextDecoder` refuses shared memory.
  const textAt = (place: number) => new TextDecoder().decode(textOf(place).slice(0, lengths[place]))
  return {
    signs: () => Atomics.load(counts, 0),
    requests() {
      const newest = Atomics.load(counts, 1)
      const inWork = [...numbers.entries()]
        .filter(([, number]) => number > 0)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, told)
        .map(([place]) => textAt(place))
      return { inWork, last: newest === 0 ? null : textAt(newest % places) }
    },
  }
}
