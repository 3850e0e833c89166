import { mediaTypes } from '@pictoglyph/media'
import { badField, badRequest, Failure } from '../failure.ts'
import { readLinkName } from '../link/manage-links.ts'
import { message } from '../message.ts'
import type { Address } from '../network/address.ts'
import { formatCidr, parseCidr } from '../network/cidr.ts'
import { createNetworkSet } from '../network/network-set.ts'
import type { Limiter } from '../ports/limiter.ts'
import type { ApiKey, KeyBinding } from '../records.ts'

/** @throws {Failure} BAD_REQUEST for a binding that could never let anything through or can't be read */
export function checkBinding(binding: KeyBinding): void {
  for (const type of binding.types ?? []) {
    if (!mediaTypes.includes(type)) throw badRequest(message('"{type}" is no image type.', { type }))
  }
  const { maxBytes } = binding
  if (maxBytes !== undefined && (!Number.isSafeInteger(maxBytes) || maxBytes < 1)) {
    throw badField('maxBytes', message('The size must be a whole number of bytes, at least 1.'))
  }
  for (const name of binding.linkNames ?? []) readLinkName(name, 'linkNames')
  for (const network of binding.networks ?? []) formatCidr(parseCidr(network))
}

/** @throws {Failure} KEY_BOUND if the key is bound to networks and the caller is in none of them */
export function requireBoundNetwork(binding: KeyBinding, address: Address | undefined): void {
  if (binding.networks === undefined) return
  const networks = createNetworkSet(binding.networks.map(parseCidr))
  if (address !== undefined && networks.has(address)) return
  throw new Failure({ code: 'KEY_BOUND', reason: message('it may not be used from this address.') })
}

/**
 * Counts an upload against the key's own limit, exactly as the limiter counts: in no 60 seconds are more accepted, over
 * all processes that share the limiter. A key without a limit is not counted.
 * @throws {Failure} RATE_LIMITED with the time at which an upload is accepted again
 */
export async function requireUploadRate(
  limiter: Pick<Limiter, 'take'>,
  { id, uploadsPerMinute: limit }: Pick<ApiKey, 'id' | 'uploadsPerMinute'>,
): Promise<void> {
  if (limit === null) return
  const verdict = await limiter.take(`uploads of key ${id}`, limit)
  if (!verdict.accepted) throw new Failure({ code: 'RATE_LIMITED', resetAtMs: verdict.resetAtMs, limit })
}
