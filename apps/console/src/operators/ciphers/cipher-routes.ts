import {
  addCharset,
  addPreset,
  type CipherPart,
  setCipherPartDefault,
  setCipherPartEnabled,
} from '@pictoglyph/core'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { isOn } from '../../context/submitted-form.ts'
import { type ConsoleRoute, operatorAction, operatorPage, type Show } from '../../routing/route.ts'
import { showCiphers } from './ciphers-page.tsx'

export const cipherRoutes: ConsoleRoute[] = [
  operatorPage('/ciphers', showCiphers),
  operatorAction('/ciphers/preview', { run: showCiphers }),
  operatorAction('/ciphers/charsets', { run: addSet, onRefused: showCiphers }),
  operatorAction('/ciphers/charsets/:id/enabled', { run: changeEnabled('charset'), onRefused: showCiphers }),
  operatorAction('/ciphers/charsets/:id/default', { run: makeDefault('charset'), onRefused: showCiphers }),
  operatorAction('/ciphers/presets', { run: addOnePreset, onRefused: showCiphers }),
  operatorAction('/ciphers/presets/:id/enabled', { run: changeEnabled('preset'), onRefused: showCiphers }),
  operatorAction('/ciphers/presets/:id/default', { run: makeDefault('preset'), onRefused: showCiphers }),
]

async function addSet(context: SignedInContext): Promise<Response> {
  const { form } = context
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  await addCharset(context.services.site, context.actor, { id, name, symbols: form.get('symbols') ?? '' })
  return goTo(context, '/ciphers', { name: 'charsetAdded', about: name })
}

async function addOnePreset(context: SignedInContext): Promise<Response> {
  const { form } = context
  const [type = '', variant] = (form.get('scheme') ?? '').split('/')
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const named = { id, name, type }
  await addPreset(context.services.site, context.actor, variant === undefined ? named : { ...named, variant })
  return goTo(context, '/ciphers', { name: 'presetAdded', about: name })
}

function changeEnabled(part: CipherPart): Show {
  return async (context) => {
    const id = idOf(context)
    const enabled = isOn(context.form, 'enabled')
    await setCipherPartEnabled(context.services.site, context.actor, part, id, enabled)
    return goTo(context, '/ciphers', {
      name: enabled ? 'cipherPartEnabled' : 'cipherPartDisabled',
      about: id,
    })
  }
}

function makeDefault(part: CipherPart): Show {
  return async (context) => {
    const id = idOf(context)
    await setCipherPartDefault(context.services.site, context.actor, part, id)
    return goTo(context, '/ciphers', { name: 'cipherPartDefault', about: id })
  }
}
