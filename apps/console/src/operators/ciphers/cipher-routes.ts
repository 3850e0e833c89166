import {
  addCharset,
  addPreset,
  type CipherPart,
  setCipherPartDefault,
  setCipherPartEnabled,
} from '@pictoglyph/site/ciphers'
import { goTo } from '../../context/answers.ts'
import type { ConsoleContext, SignedInContext } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { isOn } from '../../context/submitted-form.ts'
import { type ConsoleRoute, operatorAction, operatorPage, type Show } from '../../routing/route.ts'
import { cipherPartPath, showCipherPart } from './cipher-part-page.tsx'
import { showCiphers } from './ciphers-page.tsx'

/** The form stands on the page of one of them. */
const onOne = (part: CipherPart) => ({
  onRefused: showCipherPart(part),
  page: (context: ConsoleContext) => cipherPartPath(part, idOf(context)),
})

const routesOfOne = (part: CipherPart): ConsoleRoute[] => {
  const path = cipherPartPath(part, ':id')
  return [
    operatorPage(path, showCipherPart(part)),
    operatorAction(`${path}/enabled`, { ...onOne(part), run: changeEnabled(part) }),
    operatorAction(`${path}/default`, { ...onOne(part), run: makeDefault(part) }),
  ]
}

export const cipherRoutes: ConsoleRoute[] = [
  operatorPage('/settings/text', showCiphers),
  operatorAction('/settings/text/preview', { run: showCiphers, proof: false }),
  operatorAction('/settings/text/charsets', { run: addSet, onRefused: showCiphers }),
  operatorAction('/settings/text/presets', { run: addOnePreset, onRefused: showCiphers }),
  ...routesOfOne('charset'),
  ...routesOfOne('preset'),
]

async function addSet(context: SignedInContext): Promise<Response> {
  const { form } = context
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  await addCharset(context.services.site, context.actor, { id, name, symbols: form.get('symbols') ?? '' })
  return goTo(context, '/settings/text', { name: 'charsetAdded', about: name })
}

async function addOnePreset(context: SignedInContext): Promise<Response> {
  const { form } = context
  const [type = '', variant] = (form.get('scheme') ?? '').split('/')
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const named = { id, name, type }
  await addPreset(context.services.site, context.actor, variant === undefined ? named : { ...named, variant })
  return goTo(context, '/settings/text', { name: 'presetAdded', about: name })
}

function changeEnabled(part: CipherPart): Show {
  return async (context) => {
    const id = idOf(context)
    const enabled = isOn(context.form, 'enabled')
    await setCipherPartEnabled(context.services.site, context.actor, part, id, enabled)
    return goTo(context, '/settings/text', {
      name: enabled ? 'cipherPartEnabled' : 'cipherPartDisabled',
      about: id,
    })
  }
}

function makeDefault(part: CipherPart): Show {
  return async (context) => {
    const id = idOf(context)
    await setCipherPartDefault(context.services.site, context.actor, part, id)
    return goTo(context, '/settings/text', { name: 'cipherPartDefault', about: id })
  }
}
