/**
 * Chooses the contexts of the table: those that save more bits on the corpus than they cost in the table.
 *
 * It works level by level, from one rank back to six. A context lists the ranks that it makes more likely than the
 * shorter context does; from two ranks on, only ranks that the shorter one also lists.
 */
import type { ContextToWrite } from '../src/packing/contexts.ts'
import { type Groups, groupPairs } from './group-pairs.ts'

/** Input for the choice of contexts. */
interface ContextChoice {
  /** The ranks of the corpus, and the weight of each. */
  readonly ranks: Uint16Array
  readonly weights: Float32Array
  /** The probability of each rank without a context. */
  readonly baseProbabilities: Float64Array
  /** The rank between texts. No context crosses it. */
  readonly separator: number
  /** Minimum of corpus bits that one table bit must save. */
  readonly exchangeRate: number
}

interface Node {
  readonly parent: Node | null
  readonly successors: number[]
  readonly exponents: number[]
  escapeExponent: number
  readonly children: [number, Node][]
  total: number
}

const maxOrder = 6
const minCount = 8
const discount = 1
const rankBits = 13
const exponentOfLargest = 10
const contextBits = 12
const entryBits = (order: number) => (order === 1 ? 11 : 7)

const emptyNode = (parent: Node | null): Node => ({
  parent,
  successors: [],
  exponents: [],
  escapeExponent: 0,
  children: [],
  total: 0,
})

export function chooseContexts(choice: ContextChoice): ContextToWrite {
  const { ranks, weights, separator } = choice
  const root = emptyNode(null)
  const nodes = [root]
  let current = new Int32Array(ranks.length)
  for (let order = 1; order <= maxOrder; order++) {
    const groups = groupPairs(current, ranks, weights, order, separator, minCount)
    const idOf = new Map<number, number>()
    for (const group of groups.each()) {
      const parent = nodes[group.key >> rankBits]!
      const node = nodeOf(choice, parent, group, order)
      if (node === null) continue
      parent.children.push([group.key & (2 ** rankBits - 1), node])
      idOf.set(group.key, nodes.length)
      nodes.push(node)
    }
    current = current.map((context, i) => {
      if (context < 0 || i < order) return -1
      if (order > 1 && ranks[i - order + 1] === separator) return -1
      return idOf.get((context << rankBits) | ranks[i - order]!) ?? -1
    })
    console.error(`order ${order}: ${idOf.size} contexts`)
  }
  return root
}

type Group = ReturnType<Groups['each']> extends Iterable<infer G> ? G : never

/** Makes a context of a group of successors; `null` if it does not pay. */
function nodeOf(choice: ContextChoice, parent: Node, group: Group, order: number): Node | null {
  const { ranks, counts } = group
  const total = counts.reduce((sum, count) => sum + count, 0)
  const shorter = ranks.map((rank) => probabilityOf(choice, parent, rank))
  const kept: { rank: number; probability: number; shorter: number }[] = []
  for (const [i, rank] of ranks.entries()) {
    const count = counts[i]!
    const probability = (count - discount) / total
    if (count <= discount + 1 || probability <= shorter[i]!) continue
    if (order > 1 && placeOf(parent, rank) < 0) continue
    const gain = count * Math.log2(probability / shorter[i]!)
    if (gain > choice.exchangeRate * entryBits(order)) kept.push({ rank, probability, shorter: shorter[i]! })
  }
  if (kept.length === 0) return null
  const keptProbability = kept.reduce((sum, { probability }) => sum + probability, 0)
  const keptShorter = kept.reduce((sum, entry) => sum + entry.shorter, 0)
  const rest = Math.max(1 - keptProbability, (0.5 * discount) / total)
  const escapeShare = Math.min(0.98, rest / Math.max(1 - keptShorter, 1e-3))
  const shares = kept.map((entry) =>
    Math.max(entry.probability - escapeShare * entry.shorter, entry.probability * 0.05),
  )
  const scale = 2 ** exponentOfLargest / Math.max(escapeShare, ...shares)
  const exponentOf = (part: number) => Math.min(15, Math.round(Math.log2(Math.max(part * scale, 1))))
  const node = emptyNode(parent)
  node.escapeExponent = exponentOf(escapeShare)
  node.total = 2 ** node.escapeExponent
  for (const [i, { rank }] of kept.entries()) {
    const exponent = exponentOf(shares[i]!)
    node.successors.push(rank)
    node.exponents.push(exponent)
    node.total += 2 ** exponent
  }
  let saved = 0
  for (const [i, rank] of ranks.entries())
    saved += counts[i]! * Math.log2(probabilityIn(node, rank, shorter[i]!) / shorter[i]!)
  const cost = contextBits + entryBits(order) * kept.length
  return saved < choice.exchangeRate * cost ? null : node
}

function probabilityOf(choice: ContextChoice, node: Node, rank: number): number {
  if (node.parent === null) return choice.baseProbabilities[rank]!
  return probabilityIn(node, rank, probabilityOf(choice, node.parent, rank))
}

function probabilityIn(node: Node, rank: number, shorter: number): number {
  const place = placeOf(node, rank)
  const weight = place < 0 ? 0 : 2 ** node.exponents[place]!
  return (weight + 2 ** node.escapeExponent * shorter) / node.total
}

function placeOf({ successors }: Node, rank: number): number {
  let low = 0
  let high = successors.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (successors[middle]! < rank) low = middle + 1
    else high = middle
  }
  return successors[low] === rank ? low : -1
}
