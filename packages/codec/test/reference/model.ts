/**
 * The packing by a model, implemented again and slowly: docs/cipher/model.md in its order, with numbers of any
 * length, maps and lists. It shares nothing with the fast code.
 */

/** A decision's probability, in 65,536ths, and its value. */
type Decision = readonly [probability: number, value: number]

const big = (n: number) => BigInt(n)
const ratio = (numerator: bigint, denominator: bigint) => Number(numerator / denominator)
const clamp = (p: number) => Math.min(65504, Math.max(32, p))

/** Reads decisions from the bits of bytes, which zeros continue. */
class Decoder {
  low = 0n
  high = 0xffffffffn
  taken = 4
  constructor(readonly bytes: Uint8Array) {}

  get code(): bigint {
    let code = 0n
    for (let i = this.taken - 4; i < this.taken; i++) code = code * 256n + big(this.bytes[i] ?? 0)
    return code
  }

  decide(p: number): number {
    const split = splitOf(this.low, this.high, p)
    const value = this.code <= split ? 1 : 0
    if (value === 1) this.high = split
    else this.low = split + 1n
    while (this.low >> 24n === this.high >> 24n) {
      this.low = (this.low << 8n) & 0xffffffffn
      this.high = ((this.high << 8n) & 0xffffffffn) | 0xffn
      this.taken++
    }
    return value
  }
}

function splitOf(low: bigint, high: bigint, p: number): bigint {
  const range = high - low
  return low + (range >> 16n) * big(p) + (((range & 0xffffn) * big(p)) >> 16n)
}

/** Writes decisions as bytes, and keeps the remaining range. */
class Encoder {
  low = 0n
  high = 0xffffffffn
  bytes: number[] = []

  decide([p, value]: Decision): void {
    const split = splitOf(this.low, this.high, p)
    if (value === 1) this.high = split
    else this.low = split + 1n
    while (this.low >> 24n === this.high >> 24n) {
      this.bytes.push(Number(this.high >> 24n))
      this.low = (this.low << 8n) & 0xffffffffn
      this.high = ((this.high << 8n) & 0xffffffffn) | 0xffn
    }
  }

  finish(total: number): number[] | null {
    for (let count = 0; count <= 4; count++) {
      const step = 1n << big(32 - 8 * count)
      const tail = ((this.low + step - 1n) / step) * step
      if (tail > this.high) continue
      if (this.bytes.length + count > total) return null
      const all = [...this.bytes]
      for (let i = 0; i < count; i++) all.push(Number((tail >> big(24 - 8 * i)) & 0xffn))
      while (all.length < total) all.push(0)
      return all
    }
    return null
  }
}

const squashTable: number[] = []
const stretchTable: number[] = []
{
  let decay = 1n << 26n
  for (let x = 0; x < 2048; x++) {
    const p = Math.min(65535, Number((1n << 42n) / ((1n << 26n) + decay)))
    squashTable[2048 + x] = p
    squashTable[2048 - x] = 65536 - p
    decay = (decay * 66847244n) >> 26n
  }
  for (let high = 0; high < 4096; high++) {
    let x = -2047
    while (x < 2047 && Math.floor(squashTable[2048 + x]! / 16) < high) x++
    stretchTable[high] = x
  }
}
const stretchOf = (p: number) => stretchTable[Math.floor(p / 16)]!

interface Context {
  readonly list: readonly { readonly rank: number; readonly weight: number }[]
  readonly rest: number
  readonly longer: Map<number, Context>
}

interface Node {
  readonly split: number
  readonly p: number
  readonly name: number
  readonly left: Node | number
  readonly right: Node | number
}

/** The content of a table. */
export interface ReferenceTable {
  readonly codes: readonly number[]
  readonly root: Node
  readonly contexts: Context
}

/** Reads a table. */
export function readTable(bytes: Uint8Array): ReferenceTable {
  const decoder = new Decoder(bytes)
  const counters = new Map<number, number>()
  const adaptive = (at: number) => {
    const p = counters.get(at) ?? 32768
    const bit = decoder.decide(Math.min(65472, Math.max(64, p)))
    counters.set(at, bit === 1 ? p + Math.floor((65536 - p) / 32) : p - Math.floor(p / 32))
    return bit
  }
  const exponent = (at: number) => {
    let node = 1
    while (node < 16) node = 2 * node + adaptive(at + node)
    return node - 16
  }
  const number = (at: number) => {
    const length = exponent(at)
    let n = 1
    for (let i = 0; i < length; i++) {
      if (i === 0) n = 2 + adaptive(at + 16 + length)
      else if (i === 1) n = 2 * n + adaptive(at + 32 + 2 * length + (n % 2))
      else n = 2 * n + decoder.decide(32768)
    }
    return n - 1
  }
  const log2 = (n: number) => Math.floor(Math.log2(n))
  const sizeClass = (n: number) => (n === 0 ? 0 : Math.min(5, log2(n)))

  const codes: number[] = []
  const weights: number[] = []
  for (let level = number(0); level >= 0; level--) {
    const count = number(64)
    let place = -1
    for (let i = 0; i < count; i++) {
      place += 1 + number(128 + 64 * Math.min(2, Math.floor(level / 8)))
      codes.push(place < 512 ? 65536 + place : place - 512)
      const whole = 2 ** Math.floor(level / 2)
      weights.push(level % 2 === 0 ? whole : Math.floor((whole * 92682 + 32768) / 65536))
    }
  }
  const sumTo = [0]
  for (const weight of weights) sumTo.push(sumTo.at(-1)! + weight)
  let names = 0
  const grow = (from: number, to: number): Node | number => {
    if (to - from === 1) return from
    const name = names++
    const middle = sumTo[from]! + sumTo[to]!
    let split = from + 1
    while (split < to - 1 && 2 * sumTo[split]! < middle) split++
    if (split > from + 1 && middle - 2 * sumTo[split - 1]! <= 2 * sumTo[split]! - middle) split--
    const p = ratio(big(sumTo[to]! - sumTo[split]!) * 65536n, big(sumTo[to]! - sumTo[from]!))
    const left = grow(from, split)
    return { split, p: clamp(p), name, left, right: grow(split, to) }
  }

  const readContext = (depth: number, parent: Context | null): Context => {
    const d = Math.min(3, depth)
    const list: { rank: number; weight: number }[] = []
    let rest = 0
    if (depth > 0) {
      const count = number(1024 + 64 * d) + 1
      let previousExponent = exponent(1536 + 64 * d)
      rest = 2 ** previousExponent
      const size = depth === 1 ? sizeClass(count) : sizeClass(parent!.list.length)
      let place = -1
      let previousGap = -1
      for (let i = 0; i < count; i++) {
        const gapClass = depth > 1 ? previousGap + 1 : place < 0 ? 0 : Math.min(15, log2(place + 1))
        const gap = number(2048 + ((d * 8 + size) * 16 + gapClass) * 64)
        previousGap = Math.min(10, log2(gap + 1))
        place += 1 + gap
        previousExponent = exponent(40000 + ((d * 8 + sizeClass(count)) * 20 + previousExponent) * 32)
        list.push({ rank: depth > 1 ? parent!.list[place]!.rank : place, weight: 2 ** previousExponent })
      }
    }
    const context: Context = { list, rest, longer: new Map() }
    const children = number(1280 + 64 * d)
    let rank = -1
    for (let i = 0; i < children; i++) {
      rank += 1 + number(60000 + (d * 8 + sizeClass(children)) * 128)
      context.longer.set(rank, readContext(depth + 1, context))
    }
    return context
  }
  const root = grow(0, codes.length) as Node
  return { codes, root, contexts: readContext(0, null) }
}

interface Counter {
  p: number
  count: number
}

/** Codes units by a table. `decide` gets a probability and the decision, which is -1 when reading. */
function createCoder(table: ReferenceTable, decide: (p: number, value: number) => number) {
  const rankOf = new Map(table.codes.map((code, rank) => [code, rank]))
  const counters = [new Map<number, Counter>(), new Map<number, Counter>(), new Map<number, Counter>()]
  const weights = new Map<string, number>()
  const firstWeights = [5760, 9600, 15360]
  const weightOf = (name: string, first: number) => weights.get(name) ?? first
  const lowCounters = new Map<number, number>()
  const matchCounters = Array.from({ length: 16 }, (_, i) => 65536 - Math.floor(65536 / (i + 3)))
  const history: number[] = []
  const places = new Map<number, number>()
  let matchAt = -1
  let matchLength = 0
  const back = (n: number) => history[history.length - n] ?? rankOf.get(10)!
  const times = (a: number, b: number) => Number(BigInt.asIntN(32, big(a) * big(b)))
  const plus = (a: number, b: number) => Number(BigInt.asIntN(32, big(a) + big(b)))
  const highBits = (hash: number, count: number) => Number(BigInt.asUintN(32, big(hash)) >> big(32 - count))

  function codeRank(rank: number): number {
    let live: { list: Context['list']; rest: bigint }[] = []
    let context: Context | undefined = table.contexts
    for (let i = 1; i <= 6; i++) {
      context = context.longer.get(back(i))
      if (context === undefined) break
      live.push({ list: context.list, rest: big(context.rest) * 65536n })
    }
    const found = live.length
    const hash1 = times(back(1) + 1, 0x2c1b3c6d)
    const hash2 = times(hash1 + back(2) + 0x1234567, 0x297a2d39)
    const matchClass = Math.min(15, matchLength)
    let expected = matchAt < 0 ? -1 : history[matchAt]!
    let node: Node | number = table.root
    while (typeof node !== 'number') {
      const split: number = node.split
      const name: number = node.name
      let p = node.p
      const sides = live.map(({ list, rest }) => {
        const right = list.filter((entry) => entry.rank >= split)
        const left = list.filter((entry) => entry.rank < split)
        const weigh = (part: typeof list) => big(part.reduce((sum, { weight }) => sum + weight, 0)) * 65536n
        const restRight = (rest * big(p)) / 65536n
        p = clamp(ratio((weigh(right) + restRight) * 65536n, weigh(list) + rest))
        return [
          { list: left, rest: rest - restRight },
          { list: right, rest: restRight },
        ] as const
      })
      const nodeHash = times(name + 1, 0x9e3779b1)
      const slots = [name, ...[hash1, hash2].map((hash) => highBits(times(hash ^ nodeHash, 0x2545f491), 18))]
      const untaught = { p: Math.floor(p / 16), count: 0 }
      const taught = slots.map((slot, order) => counters[order]!.get(slot) ?? untaught)
      const base = stretchOf(p)
      const inputs = taught.map((counter, order) => ({
        name: `${order} ${counter.count}`,
        first: counter.count === 0 ? 0 : firstWeights[order]!,
        logit: stretchTable[counter.p]! - base,
        learns: counter.count > 0,
      }))
      inputs.push({ name: `table ${found}`, first: 65536, logit: base, learns: true })
      const expectsRight: 0 | 1 = expected >= split ? 1 : 0
      const trust = stretchOf(matchCounters[matchClass]!)
      const matchLogit = expected < 0 ? 0 : expectsRight === 1 ? trust : -trust
      inputs.push({ name: `match ${matchClass}`, first: 25600, logit: matchLogit, learns: expected >= 0 })
      const sum = inputs.reduce((total, input) => total + weightOf(input.name, input.first) * input.logit, 0)
      const mixed = Math.min(2047, Math.max(-2047, Math.floor(sum / 65536)))
      const probability = clamp(squashTable[mixed === -2048 ? 1 : 2048 + mixed]!)
      const value = decide(probability, rank < 0 ? -1 : rank >= split ? 1 : 0)
      const error = 2 * (65536 * value - probability)
      for (const { name: input, first, logit, learns } of inputs) {
        if (!learns) continue
        const moved = weightOf(input, first) + Math.floor((logit * error + 32768) / 65536)
        weights.set(input, Math.min(2 ** 20, Math.max(-(2 ** 20), moved)))
      }
      for (const [order, { p: old, count }] of taught.entries()) {
        const rate = Math.floor(65536 / (2 * count + 3))
        const next = value === 1 ? old + (((4095 - old) * rate) >> 15) : old - ((old * rate) >> 15)
        counters[order]!.set(slots[order]!, { p: next, count: Math.min(15, count + 1) })
      }
      if (expected >= 0) {
        const trusted = matchCounters[matchClass]!
        const isRight = expectsRight === value
        matchCounters[matchClass] = isRight
          ? trusted + Math.floor((65535 - trusted) / 64)
          : trusted - Math.floor(trusted / 64)
        if (!isRight) expected = -1
      }
      live = sides
        .map((side) => side[value]!)
        .filter(({ list }) => list.length > 0)
        .map(({ list, rest }) => ({ list, rest: rest < 1n ? 1n : rest }))
      node = value === 1 ? node.right : node.left
    }
    follow(node)
    return node
  }

  function follow(rank: number): void {
    let hash = plus(times(back(3) + 1, 0x2c1b3c6d), back(2))
    hash = plus(times(hash, 0x297a2d39), back(1))
    hash = plus(times(hash, 0x85ebca6b), rank)
    const slot = highBits(times(hash, 0x9e3779b1), 16)
    history.push(rank)
    if (matchAt >= 0 && history[matchAt] === rank) {
      matchAt++
      matchLength++
    } else {
      matchAt = -1
      matchLength = 0
      const place = places.get(slot)
      let same = 0
      while (place !== undefined && same < 16 && same < place && history[place - 1 - same] === back(1 + same))
        same++
      if (same >= 4) {
        matchAt = place!
        matchLength = same - 3
      }
    }
    places.set(slot, history.length)
  }

  return (unit: number): number => {
    const wanted = unit < 0 ? -1 : (rankOf.get(unit) ?? rankOf.get(65536 + Math.floor(unit / 128))!)
    const code = table.codes[codeRank(wanted)]!
    if (code < 65536) return code
    const block = code - 65536
    let node = 1
    for (let i = 6; i >= 0; i--) {
      const at = block * 128 + node
      const p = lowCounters.get(at) ?? 32768
      const value = decide(Math.min(65000, Math.max(500, p)), unit < 0 ? -1 : (unit >> i) & 1)
      lowCounters.set(at, value === 1 ? p + Math.floor((65535 - p) / 16) : p - Math.floor(p / 16))
      node = 2 * node + value
    }
    return block * 128 + node - 128
  }
}

const endOdds = (asked: number) => Math.floor(65536 / (4 + asked))

/** Packs a text; `null` if UTF-16 is as short. */
export function referenceModelPack(table: ReferenceTable, text: string): Uint8Array | null {
  const units: Decision[][] = []
  const code = createCoder(table, (p, value) => {
    units.at(-1)!.push([p, value])
    return value
  })
  for (const character of Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))) {
    units.push([])
    code(character)
  }
  const unasked = new Encoder()
  for (const decision of units.flat()) unasked.decide(decision)
  for (let total = Math.max(1, unasked.bytes.length); total < 2 * text.length; total++) {
    const encoder = new Encoder()
    let asked = 0
    let isAsked = false
    for (const [i, decisions] of units.entries()) {
      for (const decision of decisions) encoder.decide(decision)
      isAsked = encoder.bytes.length + 4 >= total
      if (isAsked) encoder.decide([endOdds(asked++), i === units.length - 1 ? 1 : 0])
    }
    const bytes = isAsked && encoder.bytes.length <= total ? encoder.finish(total) : null
    if (bytes !== null) return Uint8Array.from(bytes)
  }
  return null
}

/** Unpacks bytes; `null` if no text packs into them. */
export function referenceModelUnpack(table: ReferenceTable, bytes: Uint8Array): string | null {
  const decoder = new Decoder(bytes)
  const code = createCoder(table, (p) => decoder.decide(p))
  let text = ''
  let asked = 0
  do {
    if (text.length === 20_000) return null
    text += String.fromCharCode(code(-1))
  } while (decoder.taken < bytes.length || decoder.decide(endOdds(asked++)) === 0)
  return Buffer.from(referenceModelPack(table, text) ?? []).equals(bytes) ? text : null
}
