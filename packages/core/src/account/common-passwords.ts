import list from './common-passwords.txt' with { type: 'text' }

const common = new Set(list.trimEnd().split('\n'))

/**
 * Whether a password is among the ten thousand most common ones of at least 8 characters, in any case. Source: the list
 * of zxcvbn-ts, under the licence next to it.
 */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
