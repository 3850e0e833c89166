import { expect, test } from 'bun:test'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { findUser, generatePassword, setUserPassword } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { isFirstPasswordOver } from '@pictoglyph/site/first-start'

test.each([true, false])(
  'the first password is over once it is replaced (generated: %p)',
  async (isGenerated) => {
    await using site = await openSite()
    expect(await isFirstPasswordOver(site.ports)).toBe(false)
    const { database } = site.ports
    const change = { password: generatePassword(), isGenerated, keptTokenHash: null }
    await Bun.sleep(2)
    await setUserPassword(site.ports, commandActor, await findUser({ database }, 'admin'), change)
    expect(await isFirstPasswordOver(site.ports)).toBe(true)
  },
)
