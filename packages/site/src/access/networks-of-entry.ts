import { Failure } from '../language/failure.ts'
import type { AccessEntry } from '../language/records.ts'
import { type StoredProblem, storedProblem } from '../language/stored-problem.ts'
import { parseAddress } from '../network/address.ts'
import { type Cidr, networksAround, parseCidr } from '../network/cidr.ts'

const everyone = ['0.0.0.0/0', '::/0']

/**
 * The networks that an entry stands for. One that this version does not understand lets no one in; as an entry of the
 * blacklist it keeps out the network that was probably meant, or everyone.
 */
export function networksOfEntry({
  network,
  list,
  otherList,
}: Pick<AccessEntry, 'network' | 'list' | 'otherList'>): {
  networks: readonly Cidr[]
  problem?: StoredProblem
} {
  const read = readNetwork(network)
  if (read !== undefined && otherList === undefined) return { networks: [read] }
  const networks = read !== undefined ? [read] : list === 'allow' ? [] : around(network).map(parseCidr)
  const inForce =
    read !== undefined
      ? 'it is kept out'
      : list === 'allow'
        ? 'it lets no one in'
        : `it keeps out ${around(network).join(' and ')}`
  return {
    networks,
    problem: storedProblem({
      kind: 'network',
      name: network,
      stored: `${otherList ?? list} ${network}`,
      inForce,
      repair: `pictoglyph ip remove '${network}'`,
    }),
  }
}

function readNetwork(text: string): Cidr | undefined {
  try {
    return parseCidr(text)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** The network around an address with bits after its prefix; otherwise all. */
function around(text: string): readonly string[] {
  const [address = '', prefix = ''] = text.split('/')
  const known = parseAddress(address)
  const found = known && /^\d{1,3}$/.test(prefix) ? networksAround(known)[Number(prefix)] : undefined
  return found === undefined ? everyone : [found]
}
