import { expect, test } from 'bun:test'
import { isStillGiven } from '../../src/accounts/givers.ts'
import { canSignIn, isPasswordInForce, isPasswordTaken } from '../../src/accounts/ways-in.ts'

const nowMs = Date.UTC(2026, 0, 31)
const weekMs = 7 * 24 * 60 * 60 * 1000
const either = [false, true]
const roles = ['admin', 'member'] as const
const givers = [null, ...roles.flatMap((role) => [null, 5].map((disabledAtMs) => ({ role, disabledAtMs })))]

/** Every account and password there can be, with when the password was set in regard to its week. */
const accounts = roles.flatMap((role) =>
  ['', 'hash'].flatMap((passwordHash) =>
    either.flatMap((hasCommandPassword) =>
      either.flatMap((hasGeneratedPassword) =>
        [0, 1, nowMs - weekMs, nowMs - weekMs + 1, nowMs].flatMap((setAtMs) =>
          givers.map((giver) => ({
            user: { role, passwordHash, hasCommandPassword, hasGeneratedPassword },
            password: { setAtMs, giver },
          })),
        ),
      ),
    ),
  ),
)

test('a password is in force as long as it is taken, and a generated one for a week of a giver who may', () => {
  for (const { user, password } of accounts) {
    for (const passwords of ['on', 'off'] as const) {
      const isTaken = user.passwordHash === 'hash' && (passwords === 'on' || user.hasCommandPassword)
      const isOfItsWeek =
        password.setAtMs === 0 || password.setAtMs === nowMs || password.setAtMs === nowMs - weekMs + 1
      const { giver } = password
      const isGiven = giver === null || (giver.role === 'admin' && giver.disabledAtMs === null)
      const isInForce = isTaken && (!user.hasGeneratedPassword || (isOfItsWeek && isGiven))
      const rules = { passwords, nowMs }
      expect([user, password, passwords, isPasswordTaken(user, rules)]).toEqual([
        user,
        password,
        passwords,
        isTaken,
      ])
      expect([user, password, passwords, isPasswordInForce(user, password, rules)]).toEqual([
        ...[user, password, passwords, isInForce],
      ])
      for (const [hasPasskey, hasProvider, disabledAtMs] of either.flatMap((one) =>
        either.flatMap((other) => [[one, other, null] as const, [one, other, 5] as const]),
      )) {
        const ways = { user: { ...user, disabledAtMs }, password, hasPasskey, hasProvider }
        const can = disabledAtMs === null && (hasProvider || isInForce || (hasPasskey && isTaken))
        expect([ways, passwords, canSignIn(ways, rules)]).toEqual([ways, passwords, can])
      }
    }
  }
})

test('what an operator gave lasts as long as the giver may give it', () => {
  const verdicts = givers.flatMap((account) =>
    roles.map((role) => [
      isStillGiven({ isCommand: false, account }, role),
      isStillGiven({ isCommand: true, account }, role),
    ]),
  )
  const byAccount = [...[false, true], ...[true, true, false, false], ...[false, false, false, false]]
  expect(verdicts).toEqual(byAccount.map((isGiven) => [isGiven, true]))
})
