/** @jsxImportSource hono/jsx */
import type { CipherPart } from '@pictoglyph/site/ciphers'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Charset, Preset } from '@pictoglyph/site/language/records'
import { useConsole } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { Fact } from '../../gallery/image-facts.tsx'
import { showPage } from '../../page/page.tsx'
import { Form } from '../../parts/form.tsx'
import { OnOff } from '../../parts/on-off.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import type { Show } from '../../routing/route.ts'
import { settingsPath } from '../settings/settings-page.tsx'
import { sampleCipher } from './sample-cipher.ts'

export const cipherPartPath = (part: CipherPart, id: string): string =>
  `${settingsPath('text')}/${part}s/${id}`

/** One character set or preset: what it consists of, whether clients preselect it, and whether they may use it. */
export function showCipherPart(part: CipherPart): Show {
  return async (context) => {
    const id = idOf(context)
    const { charsets, presets } = context.services.site.database
    const item = (await (part === 'charset' ? charsets : presets).list()).find((one) => one.id === id)
    if (item === undefined) {
      const noun = part === 'charset' ? message('character set') : message('preset')
      throw notFound(message('The {noun} "{id}"', { noun, id }))
    }
    const { cipher: text } = context.text
    const base = cipherPartPath(part, id)
    return showPage(context, {
      title: item.name,
      actions: <WayBack href={settingsPath('text')}>{text.toText}</WayBack>,
      body: (
        <>
          <PartFacts item={item} />
          {item.isDefault ? null : (
            <>
              <Form action={`${base}/default`} class="card stack">
                <p>{text.defaultHint}</p>
                <div>
                  <button type="submit">{text.makeDefault}</button>
                </div>
              </Form>
              <OnOff
                action={`${base}/enabled`}
                name={item.name}
                enabled={item.enabled}
                disable={text.disable}
                enable={text.enable}
                question={text.disableQuestion}
              />
            </>
          )}
        </>
      ),
    })
  }
}

const PartFacts = ({ item }: { item: Charset | Preset }) => {
  const { cipher: text } = useConsole().text
  return (
    <section class="card">
      <dl class="facts">
        <Fact term={text.id}>
          <code>{item.id}</code>
        </Fact>
        {'symbols' in item ? <CharsetFacts charset={item} /> : <Fact term={text.type}>{schemeOf(item)}</Fact>}
        <Fact term={text.state}>
          <PartState item={item} />
        </Fact>
      </dl>
    </section>
  )
}

const CharsetFacts = ({ charset }: { charset: Charset }) => {
  const { cipher: text } = useConsole().text
  return (
    <>
      <Fact term={text.symbols}>
        <span class="symbols">{symbolsOf(charset)}</span>
      </Fact>
      <Fact term={text.sample}>
        <span class="sample whole">{sampleOf(charset.symbols, text.sampleText)}</span>
      </Fact>
    </>
  )
}

/** What a text becomes in the symbols of a set. */
export function sampleOf(symbols: Charset['symbols'], text: string): string {
  const sample = sampleCipher(symbols.join(''), text)
  return 'cipher' in sample ? sample.cipher : ''
}

export const schemeOf = ({ type, variant, unreadable }: Preset): string =>
  unreadable ?? `${type} · ${variant}`

/** The symbols, or what is stored in their place. */
export const symbolsOf = ({ symbols, unreadable }: Charset): string => unreadable ?? symbols.join(' ')

/** Whether clients may use it, and whether they preselect it. */
export const PartState = ({ item }: { item: Charset | Preset }) => {
  const { cipher: text } = useConsole().text
  return (
    <>
      {item.unreadable === undefined ? (
        <span class={item.enabled ? 'badge good' : 'badge'}>
          {item.enabled ? text.enabled : text.disabled}
        </span>
      ) : (
        <span class="badge bad">{text.unreadable}</span>
      )}
      {item.isDefault ? <span class="badge">{text.isDefault}</span> : null}
    </>
  )
}
