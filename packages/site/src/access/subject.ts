import { type Address, addressOfIPv6 } from '../network/address.ts'

/** A client, identified by its address alone. All clients without an address count as one. */
export interface Client {
  readonly address: Address | undefined
}

/**
 * The subject of a limit: a client, a user, an account by the hash of its name (it may not exist), or a key. With a
 * client, an account has a counter of its own for that client.
 */
export type Subject =
  | Client
  | { readonly userId: string; readonly at?: Client }
  | { readonly nameHash: string; readonly at?: Client }
  | { readonly keyId: string }

declare const derived: unique symbol

/** Identifies a subject: equal for two that share a limit. Only {@link subjectKey} creates it. */
export type SubjectKey = string & { readonly [derived]: 'subject' }

/**
 * The key of a subject in every limit. A client is an IPv4 address, or an IPv6 /64, the smallest network that a
 * subscriber gets (RFC 6177). Each address in `64:ff9b::/96` is a client of its own: it stands for one IPv4 client.
 */
export function subjectKey(subject: Subject): SubjectKey {
  return textOf(subject) as SubjectKey
}

function textOf(subject: Subject): string {
  if ('address' in subject) return clientText(subject.address)
  if ('keyId' in subject) return `key ${subject.keyId}`
  const account = 'userId' in subject ? `user ${subject.userId}` : `name ${subject.nameHash}`
  return subject.at === undefined ? account : `${account} at ${clientText(subject.at.address)}`
}

function clientText(address: Address | undefined): string {
  if (address === undefined) return 'unknown'
  if (address.family === 4) return address.text
  const [first, second, third] = address.words
  if (first === 0x64ff9b && second === 0 && third === 0) return address.text
  return `${addressOfIPv6([first, second, 0, 0]).text}/64`
}
