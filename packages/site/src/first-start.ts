import { typeOf, variantOf } from '@pictoglyph/codec/scheme'
import { shippedCharsets, shippedPresets } from '@pictoglyph/codec/shipped'
import { generatePassword, newUser } from './accounts/users.ts'
import { auditDraft, commandActor } from './audit/audit-draft.ts'
import type { Charset } from './ciphers/charset.ts'
import type { Preset } from './ciphers/preset.ts'
import { createApiKeySecret, hashSecret } from './keys/key-gate.ts'
import { unboundKey, unusedKey } from './keys/keys.ts'
import { newId } from './language/ids.ts'
import type { SitePorts } from './site-ports.ts'

/** The credentials printed once, on the first start of a site. */
export interface FirstCredentials {
  userName: string
  password: string
  apiKey: string
  categoryId: string
}

const firstUserName = 'admin'
/** When the first key expires if it is never used. Its first use removes the expiry. */
const unusedFirstKeyMs = 30 * 24 * 60 * 60 * 1000

/**
 * Gives a new site its administrator, category, key, character sets and presets, in one transaction. Returns
 * `undefined`, without changes, if the site has users, or another replica is seeding it.
 */
export async function seedNewSite(
  site: Pick<SitePorts, 'database' | 'passwords' | 'createSha256' | 'clock'>,
): Promise<FirstCredentials | undefined> {
  if ((await site.database.users.page({ limit: 1 })).items.length > 0) return undefined
  const nowMs = site.clock()
  const credentials = {
    userName: firstUserName,
    password: generatePassword(),
    apiKey: createApiKeySecret(site),
    categoryId: 'general',
  }
  const user = newUser(nowMs, {
    name: credentials.userName,
    role: 'admin',
    passwordHash: await site.passwords.hash(credentials.password),
    hasGeneratedPassword: true,
    hasCommandPassword: true,
  })
  const seeded = await site.database.seed(
    {
      user,
      category: {
        id: credentials.categoryId,
        name: 'general',
        position: 0,
        enabled: true,
        createdAtMs: nowMs,
      },
      key: {
        id: newId(),
        userId: user.id,
        name: 'first key',
        secretHash: hashSecret(site, credentials.apiKey),
        permissions: ['images:upload'],
        createdAtMs: nowMs,
        expiresAtMs: nowMs + unusedFirstKeyMs,
        ...unusedKey,
        ...unboundKey,
        defaultCategoryId: null,
        clientKind: 'standard',
        binding: {},
      },
      charsets: firstCharsets(),
      presets: firstPresets(),
    },
    auditDraft(commandActor, nowMs, { action: 'site.create', subject: 'site' }),
  )
  return seeded ? credentials : undefined
}

/** Whether the first password was used to sign in, or has been replaced. */
export async function isFirstPasswordOver({ database }: Pick<SitePorts, 'database'>): Promise<boolean> {
  const user = await database.users.byName(firstUserName)
  if (user === undefined || !user.hasGeneratedPassword) return true
  if ((await database.users.passwordFacts(user.id)).setAtMs !== user.createdAtMs) return true
  return (await database.sessions.list(user.id)).length > 0
}

function firstCharsets(): Charset[] {
  return shippedCharsets.map(({ id, name, symbols }, position) => ({
    id,
    name,
    symbols,
    ...stateAt(position),
  }))
}

function firstPresets(): Preset[] {
  return shippedPresets.map(({ id, name, scheme }, position) => ({
    id,
    name,
    type: typeOf(scheme),
    variant: variantOf(scheme),
    ...stateAt(position),
  }))
}

/** All built-in ones are enabled; the first is the default. */
const stateAt = (position: number) => ({
  enabled: true,
  isDefault: position === 0,
  unreadable: undefined,
  position,
})
