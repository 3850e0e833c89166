/** @jsxImportSource hono/jsx */
import type { ApiKey } from '@pictoglyph/site/language/records'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Form } from '../parts/form.tsx'
import { Time } from '../parts/numbers-and-times.tsx'
import { keyName } from '../parts/shown-name.ts'
import { ShownOnce } from '../parts/shown-once.tsx'
import { WayBack } from '../parts/way-back.tsx'
import { imagesOfKeyAddress, NewGuestLink, RenewLink, UploadsMade } from './guest-links.tsx'
import { KeyChangeForm } from './key-change-form.tsx'
import { configurationsOf, DownloadFile, KeyConfigurations } from './key-configurations.tsx'
import { isRestricted, KeyRestrictions, namesOfRestrictions } from './key-restrictions.tsx'
import { KeyState, LastUse } from './keys-page.tsx'

/** The page that shows the secret of a key, or the address of a guest link, once. */
export async function showNewKey(context: SignedInContext, key: ApiKey, secret: string): Promise<Response> {
  const path = `/keys/${key.id}`
  return showPage(context, {
    title: keyName(context.text, key),
    shownOnce: { path, value: secret },
    actions: <WayToList apiKey={key} />,
    body: key.isGuestLink ? (
      <NewGuestLink address={context.services.site.links.guestPage(secret)} />
    ) : (
      await newKeyBody(context, key, secret)
    ),
  })
}

async function newKeyBody(context: SignedInContext, key: ApiKey, secret: string) {
  const { key: text } = context.text
  const categories = await context.services.site.database.categories.list()
  const configurations = configurationsOf(context, key, { secret, categories })
  const forShareX = configurations.find(({ fileName }) => fileName.endsWith('.sxcu'))
  return (
    <>
      <ShownOnce
        title={text.shownOnce}
        hint={text.shownOnceHint}
        label={text.secret}
        value={secret}
        keptBy={forShareX && <DownloadFile configuration={forShareX} />}
      />
      <TestForm apiKey={key} />
      <KeyConfigurations apiKey={key} configurations={configurations} isFilledIn />
    </>
  )
}

/** A key, how to use it, and a way to test it. */
export async function showKey(context: SignedInContext, key: ApiKey): Promise<Response> {
  const names = await namesOfRestrictions(context)
  const { key: text } = context.text
  return showPage(context, {
    title: keyName(context.text, key),
    actions: <WayToList apiKey={key} />,
    body: (
      <>
        <section class="card">
          <dl class="facts">
            <div>
              <dt>{text.state}</dt>
              <dd>
                <KeyState apiKey={key} />
              </dd>
            </div>
            <div>
              <dt>{text.created}</dt>
              <dd>
                <Time atMs={key.createdAtMs} />
              </dd>
            </div>
            <div>
              <dt>{text.lastUsed}</dt>
              <dd>
                <LastUse apiKey={key} />
              </dd>
            </div>
            <div>
              <dt>{context.text.guests.uploads}</dt>
              <dd>
                <a href={imagesOfKeyAddress(key)}>{context.text.guests.seeWhatCame}</a>
                <UploadsMade apiKey={key} />
              </dd>
            </div>
            <div>
              <dt>{text.permissions}</dt>
              <dd>{key.permissions.length === 0 ? text.noPermission : key.permissions.join(', ')}</dd>
            </div>
            {isRestricted(key) ? (
              <div>
                <dt>{text.restrictions}</dt>
                <dd>
                  <KeyRestrictions apiKey={key} names={names} />
                </dd>
              </div>
            ) : null}
          </dl>
        </section>
        {key.isUnreadable ? (
          <div class="message warn">
            <p>{text.unreadableHint}</p>
          </div>
        ) : key.revokedAtMs === null ? (
          <KeyChangeForm apiKey={key} names={names} />
        ) : null}
        {key.isUnreadable ? null : key.isGuestLink ? (
          <RenewLink apiKey={key} />
        ) : (
          <>
            <TestForm apiKey={key} />
            <KeyConfigurations
              apiKey={key}
              configurations={configurationsOf(context, key, {
                secret: undefined,
                categories: names.categories,
              })}
              isFilledIn={false}
            />
          </>
        )}
        {key.revokedAtMs === null ? <RevokeForm apiKey={key} /> : null}
      </>
    ),
  })
}

/** Link back to the list of keys of this kind. */
const WayToList = ({ apiKey }: { apiKey: ApiKey }) => {
  const { key, guests } = useConsole().text
  return (
    <WayBack href={apiKey.isGuestLink ? '/guests' : '/keys'}>
      {apiKey.isGuestLink ? guests.toLinks : key.toKeys}
    </WayBack>
  )
}

/** Revokes a key for good. */
const RevokeForm = ({ apiKey }: { apiKey: ApiKey }) => {
  const { text } = useConsole()
  const words = apiKey.isGuestLink
    ? { label: text.guests.end, question: text.guests.endQuestion, confirm: text.guests.endThis }
    : { label: text.key.revoke, question: text.key.revokeQuestion, confirm: text.key.revokeThis }
  return (
    <Form action={`/keys/${apiKey.id}/revoke`} class="foot-actions">
      <input type="hidden" name="return" value={apiKey.isGuestLink ? '/guests' : '/keys'} />
      <Confirm {...words} of={keyName(text, apiKey)} />
    </Form>
  )
}

const TestForm = ({ apiKey }: { apiKey: ApiKey }) => {
  const { key: text, common } = useConsole().text
  return (
    <Form
      action={`/keys/${apiKey.id}/test`}
      class="card key-test"
      data={{ 'data-in-place': common.unanswered }}
    >
      <div>
        <h2>{text.testTitle}</h2>
        <p class="muted">{text.testHint}</p>
      </div>
      <button type="submit" class="quiet">
        {text.test}
      </button>
      <p role="status" data-result="" />
    </Form>
  )
}
