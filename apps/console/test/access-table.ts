import { policyFields } from './support/policy-fields.ts'

/** What each kind of visitor gets: strangers, another owner and an operator, where a thing is alice's. */
export interface AccessRow {
  /** Method and path as the route is declared. */
  route: `${'GET' | 'POST'} /${string}`
  anonymous: number
  otherOwner: number
  operator: number
  /** What a form carries to be otherwise valid. */
  form?: (alices: AlicesThings) => Record<string, string>
}

export interface AlicesThings {
  userId: string
  imageId: string
  deletedImageId: string
  albumId: string
  keyId: string
  sessionHash: string
  factorId: string
}

const toSignIn = 303

/** A page that everyone has one of: the other's shows what is theirs. */
const own = { anonymous: toSignIn, otherOwner: 200, operator: 200 }
/** A thing of alice's, which for no one else exists. */
const alices = { anonymous: toSignIn, otherOwner: 404, operator: 404 }
/** What operators see and do. */
const operators = { anonymous: toSignIn, otherOwner: 403, operator: 200 }
const operatorsAction = { anonymous: toSignIn, otherOwner: 403, operator: 303 }

export const accessTable: AccessRow[] = [
  { route: 'GET /', anonymous: 303, otherOwner: 303, operator: 303 },
  { route: 'GET /sign-in', anonymous: 200, otherOwner: 303, operator: 303 },
  {
    route: 'POST /sign-in',
    anonymous: 401,
    otherOwner: 401,
    operator: 401,
    form: () => ({ name: 'alice', password: 'not hers' }),
  },
  { route: 'GET /sign-in/provider', anonymous: toSignIn, otherOwner: 303, operator: 303 },
  { route: 'GET /sign-in/provider/callback', anonymous: toSignIn, otherOwner: 303, operator: 303 },
  { route: 'POST /sign-in/passkey', anonymous: 303, otherOwner: 303, operator: 303 },
  { route: 'GET /sign-in/code', anonymous: toSignIn, otherOwner: 303, operator: 303 },
  { route: 'POST /sign-in/code', anonymous: toSignIn, otherOwner: 303, operator: 303 },
  { route: 'POST /sign-out', anonymous: toSignIn, otherOwner: 303, operator: 303 },
  {
    route: 'POST /language',
    anonymous: 303,
    otherOwner: 303,
    operator: 303,
    form: () => ({ language: 'en' }),
  },
  { route: 'POST /theme', anonymous: 303, otherOwner: 303, operator: 303, form: () => ({ theme: 'dark' }) },

  { route: 'GET /images', ...own },
  { route: 'GET /images/deleted', ...own },
  { route: 'GET /images/deleted/:id', ...alices },
  { route: 'GET /images/:id', ...alices },
  { route: 'POST /images/:id', ...alices, form: () => ({ title: 'mine now' }) },
  { route: 'POST /images/delete', ...alices, form: ({ imageId }) => ({ id: imageId }) },
  { route: 'POST /images/restore', ...alices, form: ({ deletedImageId }) => ({ id: deletedImageId }) },
  { route: 'POST /images/purge', ...alices, form: ({ deletedImageId }) => ({ id: deletedImageId }) },
  {
    route: 'POST /images/to-album',
    ...alices,
    form: ({ imageId, albumId }) => ({ id: imageId, into: albumId }),
  },
  {
    route: 'POST /images/to-new-album',
    ...alices,
    form: ({ imageId }) => ({ id: imageId, newAlbum: 'Mine' }),
  },
  {
    route: 'POST /images/move',
    ...alices,
    form: ({ imageId, albumId }) => ({ id: imageId, into: albumId, outOf: albumId }),
  },
  {
    route: 'POST /images/order',
    ...alices,
    form: ({ imageId, albumId }) => ({ id: imageId, outOf: albumId, to: 'first' }),
  },
  {
    route: 'POST /images/cover',
    ...alices,
    form: ({ imageId, albumId }) => ({ id: imageId, outOf: albumId }),
  },
  {
    route: 'POST /images/out-of-album',
    ...alices,
    form: ({ imageId, albumId }) => ({ id: imageId, outOf: albumId }),
  },

  {
    route: 'POST /images/category',
    ...alices,
    form: ({ imageId }) => ({ id: imageId, category: 'general' }),
  },
  { route: 'POST /images/end', ...alices, form: ({ imageId }) => ({ id: imageId, expiresIn: '1h' }) },
  { route: 'POST /images/title', ...alices, form: ({ imageId }) => ({ id: imageId, title: 'mine now' }) },
  { route: 'POST /images/links', ...alices, form: ({ imageId }) => ({ id: imageId, format: 'url' }) },
  { route: 'POST /images/zip', ...alices, form: ({ imageId }) => ({ id: imageId }) },
  { route: 'GET /images/:id/file', ...alices },

  { route: 'GET /upload', ...own },
  { route: 'POST /upload', anonymous: toSignIn, otherOwner: 400, operator: 400 },
  { route: 'GET /share', ...own },
  { route: 'POST /share', anonymous: toSignIn, otherOwner: 400, operator: 400 },
  { route: 'GET /manifest.webmanifest', anonymous: 200, otherOwner: 200, operator: 200 },

  { route: 'GET /albums', ...own },
  {
    route: 'POST /albums',
    anonymous: toSignIn,
    otherOwner: 303,
    operator: 303,
    form: () => ({ name: 'my own' }),
  },
  { route: 'POST /albums/restore', ...alices, form: ({ albumId }) => ({ id: albumId }) },
  { route: 'POST /albums/order', ...alices, form: ({ albumId }) => ({ id: albumId, before: '' }) },
  { route: 'POST /albums/:id/name', ...alices, form: () => ({ name: 'mine now' }) },
  { route: 'POST /albums/:id/place', ...alices, form: () => ({ by: 'later' }) },
  { route: 'POST /albums/:id/public', ...alices, form: () => ({ public: 'on' }) },
  { route: 'POST /albums/:id/random', ...alices, form: () => ({ random: 'on' }) },
  { route: 'POST /albums/:id/delete', ...alices },

  { route: 'GET /links', anonymous: toSignIn, otherOwner: 303, operator: 303 },
  { route: 'POST /links', ...alices, form: ({ imageId }) => ({ name: 'a-link', image: imageId }) },
  { route: 'POST /links/restore', ...alices, form: () => ({ name: 'no-link', number: '1' }) },
  { route: 'POST /links/end', ...alices, form: () => ({ name: 'a-link' }) },
  { route: 'POST /links/resume', ...alices, form: () => ({ name: 'a-link' }) },
  { route: 'GET /keys', ...own },
  {
    route: 'POST /keys',
    anonymous: toSignIn,
    otherOwner: 303,
    operator: 303,
    form: () => ({ name: 'my own' }),
  },
  { route: 'GET /keys/:id', ...alices },
  { route: 'POST /keys/:id', ...alices, form: () => ({ name: 'mine now' }) },
  { route: 'POST /keys/:id/renew', ...alices },
  { route: 'POST /keys/:id/revoke', ...alices },
  { route: 'POST /keys/:id/test', ...alices },
  { route: 'GET /guests', ...own },
  {
    route: 'POST /guests',
    anonymous: toSignIn,
    otherOwner: 303,
    operator: 303,
    form: () => ({ name: 'my own', categoryId: 'general' }),
  },

  { route: 'GET /account', ...own },
  {
    route: 'POST /account/display-name',
    anonymous: toSignIn,
    otherOwner: 303,
    operator: 303,
    form: () => ({ displayName: 'Bea' }),
  },
  {
    route: 'POST /account/password',
    anonymous: toSignIn,
    otherOwner: 400,
    operator: 400,
    form: () => ({ current: 'wrong', password: 'another one', again: 'another one' }),
  },
  {
    route: 'POST /account/first-password',
    anonymous: toSignIn,
    otherOwner: 409,
    operator: 409,
    form: () => ({ password: 'a long enough password' }),
  },
  { route: 'POST /account/sessions/end', ...alices, form: ({ sessionHash }) => ({ session: sessionHash }) },
  { route: 'POST /account/sessions/end-others', anonymous: toSignIn, otherOwner: 303, operator: 303 },

  { route: 'GET /account/second-factor', ...own },
  {
    route: 'POST /account/second-factor',
    anonymous: toSignIn,
    otherOwner: 400,
    operator: 400,
    form: () => ({ name: 'phone', secret: 'A'.repeat(32), code: 'none' }),
  },
  {
    route: 'POST /account/second-factor/passkey',
    anonymous: toSignIn,
    otherOwner: 400,
    operator: 400,
    form: () => ({ name: 'key', passkey: '{}' }),
  },
  { route: 'GET /account/second-factor/codes', anonymous: toSignIn, otherOwner: 303, operator: 303 },
  { route: 'POST /account/second-factor/codes', ...alices },
  {
    route: 'POST /account/second-factor/remove',
    ...alices,
    form: ({ factorId }) => ({ factor: factorId }),
  },

  { route: 'GET /overview', ...operators },
  { route: 'GET /all-images', ...operators },
  { route: 'GET /all-images/:id', ...operators },
  { route: 'GET /all-images/:id/picture', ...operators },
  {
    route: 'POST /all-images/restore',
    ...operatorsAction,
    form: ({ deletedImageId }) => ({ id: deletedImageId }),
  },
  {
    route: 'POST /all-images/take-down',
    ...operatorsAction,
    form: ({ deletedImageId }) => ({ id: deletedImageId, reason: 'Reported.' }),
  },
  { route: 'GET /report/:id', anonymous: 404, otherOwner: 404, operator: 404 },
  { route: 'POST /report/:id', anonymous: 404, otherOwner: 404, operator: 404 },
  { route: 'GET /settings/site', ...operators },
  { route: 'POST /settings/site', ...operatorsAction, form: () => ({ 'site.name': 'Our site' }) },
  { route: 'POST /settings/site/preview', ...operators, form: () => ({ 'site.name': 'Our site' }) },
  { route: 'GET /reports', ...operators },
  {
    route: 'POST /reports/dismiss',
    anonymous: toSignIn,
    otherOwner: 403,
    operator: 404,
    form: ({ imageId }) => ({ image: imageId }),
  },
  { route: 'GET /reports/:id', anonymous: toSignIn, otherOwner: 403, operator: 404 },
  { route: 'GET /hashes', ...operators },
  {
    route: 'POST /hashes',
    ...operatorsAction,
    form: () => ({ sha256: 'a'.repeat(64), reason: 'known', note: '' }),
  },
  { route: 'GET /hashes/:id', ...operators },
  { route: 'POST /hashes/:id', ...operatorsAction, form: () => ({ reason: 'known', note: '' }) },
  { route: 'POST /hashes/unblock', ...operatorsAction, form: () => ({ sha256: 'a'.repeat(64) }) },
  { route: 'GET /users', ...operators },
  { route: 'POST /users', ...operatorsAction, form: () => ({ name: 'newcomer', role: 'member' }) },
  { route: 'GET /invitation/:token', anonymous: 404, otherOwner: 404, operator: 404 },
  {
    route: 'POST /invitation/:token',
    anonymous: 404,
    otherOwner: 404,
    operator: 404,
    form: () => ({ name: 'mallory', password: 'a fine pass phrase', again: 'a fine pass phrase' }),
  },
  { route: 'GET /users/invitation', anonymous: toSignIn, otherOwner: 403, operator: 303 },
  { route: 'POST /users/invitation', ...operatorsAction, form: () => ({ name: 'guest', role: 'member' }) },
  { route: 'POST /users/invitation/:id/end', anonymous: toSignIn, otherOwner: 403, operator: 404 },
  { route: 'POST /users/:id/invitation', ...operatorsAction },
  { route: 'GET /users/:id', ...operators },
  {
    route: 'POST /users/:id',
    ...operatorsAction,
    form: () => ({ name: 'alice', role: 'member', quota: '10' }),
  },
  { route: 'GET /users/:id/delete', ...operators },
  { route: 'POST /users/:id/delete', anonymous: toSignIn, otherOwner: 403, operator: 400 },
  { route: 'POST /users/:id/disabled', ...operatorsAction, form: () => ({ disabled: 'off' }) },
  { route: 'GET /users/:id/password', ...operatorsAction },
  { route: 'POST /users/:id/password', ...operatorsAction },
  { route: 'POST /users/:id/second-factor/remove', ...operatorsAction },
  {
    route: 'POST /settings/accounts',
    ...operatorsAction,
    form: () => ({ 'console.secondFactor': 'off', 'keys.defaultExpiryDays': '90' }),
  },
  { route: 'POST /settings/uploads/categories', ...operatorsAction, form: () => ({ name: 'another' }) },
  { route: 'GET /settings/uploads/categories/:id', ...operators },
  {
    route: 'POST /settings/uploads/categories/:id/name',
    ...operatorsAction,
    form: () => ({ name: 'renamed' }),
  },
  {
    route: 'POST /settings/uploads/categories/:id/enabled',
    ...operatorsAction,
    form: () => ({ enabled: 'on' }),
  },
  { route: 'POST /settings/uploads/categories/:id/place', ...operatorsAction, form: () => ({ by: 'later' }) },
  ...(['', '/policy', '/categories', '/ciphers', '/access', '/site'] as const).map((former) => ({
    route: `GET ${former === '' ? '/settings' : former}` as const,
    anonymous: 301,
    otherOwner: 301,
    operator: 301,
  })),
  { route: 'GET /settings/accounts', ...operators },
  { route: 'GET /settings/uploads', ...operators },
  { route: 'POST /settings/uploads', ...operatorsAction, form: () => policyFields },
  { route: 'POST /settings/uploads/preview', ...operators, form: () => policyFields },
  { route: 'GET /settings/text', ...operators },
  { route: 'POST /settings/text/preview', ...operators, form: () => ({ symbols: 'abcd' }) },
  {
    route: 'POST /settings/text/charsets',
    ...operatorsAction,
    form: () => ({ id: 'new', name: 'New', symbols: 'wxyz' }),
  },
  { route: 'GET /settings/text/charsets/:id', ...operators },
  { route: 'POST /settings/text/charsets/:id/enabled', ...operatorsAction, form: () => ({ enabled: 'on' }) },
  { route: 'POST /settings/text/charsets/:id/name', ...operatorsAction, form: () => ({ name: 'renamed' }) },
  { route: 'POST /settings/text/charsets/:id/place', ...operatorsAction, form: () => ({ by: 'later' }) },
  { route: 'POST /settings/text/charsets/:id/default', ...operatorsAction },
  {
    route: 'POST /settings/text/presets',
    ...operatorsAction,
    form: () => ({ id: 'new', name: 'New', scheme: 'RC4/frame' }),
  },
  { route: 'GET /settings/text/presets/:id', ...operators },
  { route: 'POST /settings/text/presets/:id/enabled', ...operatorsAction, form: () => ({ enabled: 'on' }) },
  { route: 'POST /settings/text/presets/:id/name', ...operatorsAction, form: () => ({ name: 'renamed' }) },
  { route: 'POST /settings/text/presets/:id/place', ...operatorsAction, form: () => ({ by: 'later' }) },
  { route: 'POST /settings/text/presets/:id/default', ...operatorsAction },
  { route: 'GET /settings/networks', ...operators },
  { route: 'GET /settings/networks/limited', ...operators },
  {
    route: 'POST /settings/networks/add',
    ...operatorsAction,
    form: () => ({ list: 'block', network: '192.0.2.0/24' }),
  },
  {
    route: 'POST /settings/networks/paste',
    ...operatorsAction,
    form: () => ({ list: 'block', lines: '198.51.100.0/24' }),
  },
  { route: 'GET /settings/networks/entries/:id', ...operators },
  {
    route: 'POST /settings/networks/entries/:id',
    ...operatorsAction,
    form: () => ({ note: 'scraper', expiresIn: '' }),
  },
  {
    route: 'POST /settings/networks/remove',
    ...operatorsAction,
    form: () => ({ list: 'block', network: '192.0.2.0/24' }),
  },
  {
    route: 'POST /settings/networks/whitelist',
    ...operatorsAction,
    form: () => ({ 'text.whitelistMode': 'off' }),
  },
  {
    route: 'POST /settings/networks/limit',
    ...operatorsAction,
    form: () => ({ 'text.requestsPerMinute': '600' }),
  },
  { route: 'GET /audit', ...operators },
  { route: 'GET /audit/export', ...operators },
]
