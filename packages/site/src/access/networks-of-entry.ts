import { type StoredProblem, storedProblem } from '../language/stored-problem.ts'
import { parseAddress } from '../network/address.ts'
import { type Cidr, cidrIn, networksAround, parseCidr } from '../network/cidr.ts'
import type { AccessEntry } from './access-rows.ts'

const everyone = ['0.0.0.0/0', '::/0']

/**
 * The networks of an access entry. If this version can't parse it, a whitelist entry allows no one; a blacklist entry
 * blocks the network that was probably intended, or everyone.
 */
export function networksOfEntry({
  network,
  list,
  otherList,
}: Pick<AccessEntry, 'network' | 'list' | 'otherList'>): {
  networks: readonly Cidr[]
  problem?: StoredProblem
} {
  const read = cidrIn(network)
  if (read !== undefined && otherList === undefined) return { networks: [read] }
  const { networks, inForce } = inItsPlace(network, list, read)
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

/** The networks that apply in place of an unreadable entry. */
function inItsPlace(
  network: string,
  list: AccessEntry['list'],
  read: Cidr | undefined,
): { networks: readonly Cidr[]; inForce: string } {
  if (read !== undefined) return { networks: [read], inForce: 'it is kept out' }
  if (list === 'allow') return { networks: [], inForce: 'it lets no one in' }
  const meant = around(network)
  return { networks: meant.map(parseCidr), inForce: `it keeps out ${meant.join(' and ')}` }
}

/** The network around an address that has host bits set; for any other text, all networks. */
function around(text: string): readonly string[] {
  const [address = '', prefix = ''] = text.split('/')
  const known = parseAddress(address)
  const found = known && /^\d{1,3}$/.test(prefix) ? networksAround(known)[Number(prefix)] : undefined
  return found === undefined ? everyone : [found]
}
