import {
  addCharset,
  addPreset,
  type CipherPart,
  setCipherPartDefault,
  setCipherPartEnabled,
} from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import { isOn } from '../context/choice-in.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { idOf } from '../context/id-of.ts'
import { type ConsoleRoute, operatorAct, operatorPage, type Show } from '../routing/route.ts'
import { showCiphers } from './ciphers-page.tsx'

export const cipherRoutes: ConsoleRoute[] = [
  operatorPage('/ciphers', showCiphers),
  operatorAct('/ciphers/preview', { perform: showCiphers }),
  operatorAct('/ciphers/charsets', { perform: addSet, again: showCiphers }),
  operatorAct('/ciphers/charsets/:id/enabled', { perform: changeEnabled('charset'), again: showCiphers }),
  operatorAct('/ciphers/charsets/:id/default', { perform: makeDefault('charset'), again: showCiphers }),
  operatorAct('/ciphers/presets', { perform: addOnePreset, again: showCiphers }),
  operatorAct('/ciphers/presets/:id/enabled', { perform: changeEnabled('preset'), again: showCiphers }),
  operatorAct('/ciphers/presets/:id/default', { perform: makeDefault('preset'), again: showCiphers }),
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
