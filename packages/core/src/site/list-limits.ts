/**
 * How many rows of a kind there may be, so that no list takes long: albums and unrevoked keys of a user, and categories
 * of the site. Of a user's sessions and revoked keys the oldest are forgotten beyond these.
 */
export const maxListed = { albums: 500, keys: 100, revokedKeys: 100, sessions: 50, categories: 500 } as const
