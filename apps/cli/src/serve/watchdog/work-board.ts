/** So many are told of: a line of the log is written in one piece. */
const told = 8
/** So many requests at a time are on the board; the newest take the places of the oldest. */
const places = 32
const placeBytes = 256

/** Shared memory in which one thread writes what it works on, and another reads it while the first stands still. */
export interface WorkBoard {
  readonly memory: SharedArrayBuffer
  /** Says that the event loop runs. */
  beat(): void
  /** Notes a request. @returns what ends it */
  begin(request: string): number
  end(noted: number): void
}

/** What another thread reads. */
export interface WorkReader {
  beats(): number
  /** The requests without an answer yet, the newest first; and the one that came last, answered or not. */
  requests(): { inWork: string[]; last: string | null }
}

/** The layout: beats, the number of the newest request, and for each place its request's number and length. */
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
  let newest = 0
  return {
    memory,
    beat: () => void Atomics.add(counts, 0, 1),
    begin(request) {
      // It stays below 2^31, and a place that is empty has the number 0.
      newest = newest === 0x7fff_ffff ? 1 : newest + 1
      const place = newest % places
      lengths[place] = encoder.encodeInto(request, texts[place]!).written
      numbers[place] = newest
      Atomics.store(counts, 1, newest)
      return newest
    },
    end(noted) {
      const place = noted % places
      if (numbers[place] === noted) numbers[place] = 0
    },
  }
}

export function readWorkBoard(memory: SharedArrayBuffer): WorkReader {
  const { counts, numbers, lengths, textOf } = viewOf(memory)
  // A decoder takes no shared memory.
  const textAt = (place: number) => new TextDecoder().decode(textOf(place).slice(0, lengths[place]))
  return {
    beats: () => Atomics.load(counts, 0),
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
