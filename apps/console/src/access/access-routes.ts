import {
  type AccessList,
  badRequest,
  listNetworks,
  readAccessLines,
  removeNetwork,
  sentence,
  setPolicy,
  setWhitelistMode,
} from '@pictoglyph/core'
import { limitedCallers } from '../overview/limited-callers.ts'
import { asItWas } from '../routing/as-it-was.ts'
import { type ConsoleRoute, operatorAct, operatorPage } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import { isOn } from '../visit/choice-in.ts'
import { returnPath } from '../visit/return-path.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { showAccess, showAccessWith } from './access-page.tsx'
import { expiryOf } from './expiry.ts'

const showAgain = asItWas(showAccess, '/access')

export const accessRoutes: ConsoleRoute[] = [
  operatorPage('/access', showAccess),
  operatorPage('/access/limited', showLimited),
  operatorAct('/access/add', { perform: add, again: showAgain }),
  operatorAct('/access/paste', { perform: paste, again: showAgain }),
  operatorAct('/access/remove', { perform: remove, again: showAgain }),
  operatorAct('/access/whitelist', { perform: changeWhitelist, again: showAgain }),
  operatorAct('/access/limit', { perform: changeLimit, again: showAgain }),
]

/** Where a form of the page leads: to the place in the lists that it was sent from, if it says so. */
const backOf = ({ form }: MemberVisit): string => returnPath(form.get('return') ?? '/access')

/** How many callers the limit holds back, for the page to renew its figure. */
async function showLimited(visit: MemberVisit): Promise<Response> {
  const limited = await limitedCallers(visit.services)
  const { limitedNow, limitedUnknown } = visit.text.access
  const sentence = limited === null ? limitedUnknown : limitedNow(limited)
  return visit.context.html(`<p id="limited-now">${sentence}</p>`)
}

async function add(visit: MemberVisit): Promise<Response> {
  const { form } = visit
  const { site } = visit.services
  const entry = {
    network: form.get('network') ?? '',
    note: form.get('note') ?? '',
    expiresAtMs: expiryOf(form, site.clock()),
  }
  const [network = ''] = await listNetworks(site, visit.actor, listOf(form), [entry])
  return goTo(visit, backOf(visit), { name: 'networkAdded', about: network })
}

/** Adds what was pasted if nothing in it is wrong; otherwise tells line by line, and adds nothing yet. */
async function paste(visit: MemberVisit): Promise<Response> {
  const { form } = visit
  const { site } = visit.services
  const list = listOf(form)
  const nowMs = site.clock()
  const lines = readAccessLines(list, form.get('lines') ?? '', { expiresAtMs: expiryOf(form, nowMs), nowMs })
  const isWanted = lines.problems.length === 0 || form.get('skipBad') === 'on'
  if (!isWanted || lines.good.length === 0) return showAccessWith(visit, lines)
  const added = await listNetworks(site, visit.actor, list, lines.good)
  return goTo(visit, '/access', { name: 'networksAdded', about: String(added.length) })
}

async function remove(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const list = listOf(visit.form)
  const wanted = visit.form.get('network') ?? ''
  const entry = await site.database.access.find(wanted, list)
  const network = await removeNetwork(site, visit.actor, wanted, list)
  const fields: [string, string][] = [
    ['list', list],
    ['network', network],
    ['note', entry?.note ?? ''],
    ['expiresAtMs', String(entry?.expiresAtMs ?? '')],
  ]
  return goTo(visit, backOf(visit), {
    name: 'networkRemoved',
    about: network,
    undo: { path: '/access/add', fields },
  })
}

async function changeWhitelist(visit: MemberVisit): Promise<Response> {
  const on = isOn(visit.form, 'mode')
  await setWhitelistMode(visit.services.site, visit.actor, {
    on,
    ownAddress: visit.address,
    confirmed: visit.form.get('confirmed') === 'on',
  })
  return goTo(visit, '/access', { name: on ? 'whitelistOn' : 'whitelistOff', about: '' })
}

async function changeLimit(visit: MemberVisit): Promise<Response> {
  const limit = (visit.form.get('text.requestsPerMinute') ?? '').trim()
  await setPolicy(visit.services.site, visit.actor, 'text.requestsPerMinute', limit)
  return goTo(visit, '/access', { name: 'saved', about: '' })
}

function listOf(form: URLSearchParams): AccessList {
  const list = form.get('list')
  if (list === 'block' || list === 'allow') return list
  throw badRequest(sentence('There is no such list.'))
}
