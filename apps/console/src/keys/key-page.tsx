/** @jsxImportSource hono/jsx */
import type { ApiKey } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Form } from '../parts/form.tsx'
import { Time } from '../parts/numbers-and-times.tsx'
import { keyName } from '../parts/shown-name.ts'
import { imagesOfKeyAddress, NewGuestLink, UploadsMade } from './guest-links.tsx'
import { KeyConfigurations } from './key-configurations.tsx'
import { isRestricted, KeyRestrictions, namesOfRestrictions } from './key-restrictions.tsx'
import { KeyState, LastUse } from './keys-page.tsx'

/** The page that shows a new key's secret, this once. */
export async function showNewKey(context: SignedInContext, key: ApiKey, secret: string): Promise<Response> {
  const categories = await context.services.site.database.categories.list()
  const { key: text } = context.text
  return showPage(context, {
    title: keyName(context.text, key),
    body: (
      <>
        {key.isQuiet ? (
          <NewGuestLink address={context.services.site.links.drop(secret)} />
        ) : (
          <>
            <section class="card stack highlight">
              <h2>{text.shownOnce}</h2>
              <p>{text.shownOnceHint}</p>
              <CopyField label={text.secret} value={secret} />
            </section>
            <KeyConfigurations apiKey={key} secret={secret} categories={categories} />
            <TestForm apiKey={key} />
          </>
        )}
        <p>
          <WayBack apiKey={key} />
        </p>
      </>
    ),
  })
}

/** A key, how to use it, and a way to try it. */
export async function showKey(context: SignedInContext, key: ApiKey): Promise<Response> {
  const names = await namesOfRestrictions(context)
  const { key: text } = context.text
  return showPage(context, {
    title: keyName(context.text, key),
    actions: <WayBack apiKey={key} />,
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
        {key.isQuiet ? null : (
          <>
            <KeyConfigurations apiKey={key} secret={undefined} categories={names.categories} />
            <TestForm apiKey={key} />
          </>
        )}
      </>
    ),
  })
}

/** To the list that shows the key and others like it. */
const WayBack = ({ apiKey }: { apiKey: ApiKey }) => {
  const { key, guests } = useConsole().text
  return (
    <a class="button quiet" href={apiKey.isQuiet ? '/guests' : '/keys'}>
      {apiKey.isQuiet ? guests.toLinks : key.toKeys}
    </a>
  )
}

const TestForm = ({ apiKey }: { apiKey: ApiKey }) => {
  const { key: text } = useConsole().text
  return (
    <Form action={`/keys/${apiKey.id}/test`} class="card stack">
      <h2>{text.testTitle}</h2>
      <p>{text.testHint}</p>
      <div>
        <button type="submit" class="quiet">
          {text.test}
        </button>
      </div>
    </Form>
  )
}
