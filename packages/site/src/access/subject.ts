import { type Address, addressOfIPv6 } from '../network/address.ts'

/** A client, known by its address alone. All clients without an address are one. */
export interface Client {
  readonly address: Address | undefined
}

/**
 * Whom a limit is about: a client, a user, an account by the hash of its name (it may not exist), or a key. An account
 * at a client is apart from the same account elsewhere.
 */
export type Subject =
  | Client
  | { readonly userId: string; readonly at?: Client }
  | { readonly nameHash: string; readonly at?: Client }
  | { readonly keyId: string }

declare const derived: unique symbol

/** Equal for two subjects that are one to a limit. Only {@link subjectKey} makes it. */
export type SubjectKey = string & { readonly [derived]: 'subject' }

/**
 * The key that every limit counts by. A client is an IPv4 address, or an IPv6 /64, the smallest network that a
 * subscriber gets (RFC 6177). In `64:ff9b::/96` every address is another IPv4 client, so each is one by itself.
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
