import {
  addCharset,
  addPreset,
  type CipherPart,
  setCipherPartDefault,
  setCipherPartEnabled,
} from '@pictoglyph/core'
import { type ConsoleRoute, operatorAct, operatorPage, type Show } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import { isOn } from '../visit/choice-in.ts'
import { idOf } from '../visit/id-of.ts'
import type { MemberVisit } from '../visit/visit.ts'
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

async function addSet(visit: MemberVisit): Promise<Response> {
  const { form } = visit
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  await addCharset(visit.services.site, visit.actor, { id, name, symbols: form.get('symbols') ?? '' })
  return goTo(visit, '/ciphers', { name: 'charsetAdded', about: name })
}

async function addOnePreset(visit: MemberVisit): Promise<Response> {
  const { form } = visit
  const [type = '', variant] = (form.get('scheme') ?? '').split('/')
  const [id, name] = [form.get('id') ?? '', form.get('name') ?? '']
  const named = { id, name, type }
  await addPreset(visit.services.site, visit.actor, variant === undefined ? named : { ...named, variant })
  return goTo(visit, '/ciphers', { name: 'presetAdded', about: name })
}

function changeEnabled(part: CipherPart): Show {
  return async (visit) => {
    const id = idOf(visit)
    const enabled = isOn(visit.form, 'enabled')
    await setCipherPartEnabled(visit.services.site, visit.actor, part, id, enabled)
    return goTo(visit, '/ciphers', { name: enabled ? 'cipherPartEnabled' : 'cipherPartDisabled', about: id })
  }
}

function makeDefault(part: CipherPart): Show {
  return async (visit) => {
    const id = idOf(visit)
    await setCipherPartDefault(visit.services.site, visit.actor, part, id)
    return goTo(visit, '/ciphers', { name: 'cipherPartDefault', about: id })
  }
}
