/** So many are told of: a line of the log is written in one piece. */
const told = 8
/** So many requests at a time are on the board. Where more are in work, the newest take the places of the oldest. */
const places = 32
const placeBytes = 256
const maxBegun = 2 ** 26 - 1

/** Shared memory in which one thread writes what it works on, and another reads it while the first stands still. */
export interface WorkBoard {
  readonly memory: SharedArrayBuffer
  /** Says that the event loop runs; so do the beginning and the end of a request. */
  beat(): void
  /** Notes a request. @returns what ends it */
  begin(request: string): number
  end(noted: number): void
}

/** What another thread reads. */
interface WorkReader {
  /** How many signs of life the event loop has given; the count begins again after 2^32. */
  signs(): number
  /** The requests without an answer yet, the newest first; and the one that came last, answered or not. */
  requests(): { inWork: string[]; last: string | null }
}

/**
 * The layout: signs of life, the number of the newest request, and for each place its request's number and length. A number
 * tells the place by its remainder, and which of two came later.
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
      // It stays below 2^31, and a place that is empty has the number 0.
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
  // A decoder takes no shared memory.
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
