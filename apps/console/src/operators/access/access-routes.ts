import {
  type AccessList,
  badRequest,
  listNetworks,
  message,
  readAccessLines,
  removeNetwork,
  setPolicy,
  setWhitelistMode,
} from '@pictoglyph/core'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { returnPath } from '../../context/page-address.ts'
import { isOn } from '../../context/submitted-form.ts'
import { type ConsoleRoute, operatorAction, operatorPage, rerenderForm } from '../../routing/route.ts'
import { limitedClients } from '../limited-clients.ts'
import { showAccess, showAccessWith } from './access-page.tsx'
import { expiryOf } from './entry-fields.tsx'

const showAgain = rerenderForm(showAccess, '/access')

export const accessRoutes: ConsoleRoute[] = [
  operatorPage('/access', showAccess),
  operatorPage('/access/limited', showLimited),
  operatorAction('/access/add', { run: add, onRefused: showAgain }),
  operatorAction('/access/paste', { run: paste, onRefused: showAgain }),
  operatorAction('/access/remove', { run: remove, onRefused: showAgain }),
  operatorAction('/access/whitelist', { run: changeWhitelist, onRefused: showAgain }),
  operatorAction('/access/limit', { run: changeLimit, onRefused: showAgain }),
]

/** Where a form of the page leads: to the place in the lists that it was sent from, if it says so. */
const backOf = ({ form }: SignedInContext): string => returnPath(form.get('return') ?? '/access')

/** How many clients the limit holds back, for the page to renew its figure. */
async function showLimited(context: SignedInContext): Promise<Response> {
  const limited = await limitedClients(context.services)
  const { limitedNow, limitedUnknown } = context.text.access
  const message = limited === null ? limitedUnknown : limitedNow(limited)
  return context.hono.html(`<p id="limited-now">${message}</p>`)
}

async function add(context: SignedInContext): Promise<Response> {
  const { form } = context
  const { site } = context.services
  const entry = {
    network: form.get('network') ?? '',
    note: form.get('note') ?? '',
    expiresAtMs: expiryOf(form, site.clock()),
  }
  const [network = ''] = await listNetworks(site, context.actor, listOf(form), [entry])
  return goTo(context, backOf(context), { name: 'networkAdded', about: network })
}

/** Adds what was pasted if nothing in it is wrong; otherwise tells line by line, and adds nothing yet. */
async function paste(context: SignedInContext): Promise<Response> {
  const { form } = context
  const { site } = context.services
  const list = listOf(form)
  const nowMs = site.clock()
  const lines = readAccessLines(list, form.get('lines') ?? '', { expiresAtMs: expiryOf(form, nowMs), nowMs })
  const isWanted = lines.problems.length === 0 || form.get('skipBad') === 'on'
  if (!isWanted || lines.good.length === 0) return showAccessWith(context, lines)
  const added = await listNetworks(site, context.actor, list, lines.good)
  return goTo(context, '/access', { name: 'networksAdded', about: String(added.length) })
}

async function remove(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const list = listOf(context.form)
  const wanted = context.form.get('network') ?? ''
  const entry = await site.database.access.find(wanted, list)
  const network = await removeNetwork(site, context.actor, wanted, list)
  const fields: [string, string][] = [
    ['list', list],
    ['network', network],
    ['note', entry?.note ?? ''],
    ['expiresAtMs', String(entry?.expiresAtMs ?? '')],
  ]
  return goTo(context, backOf(context), {
    name: 'networkRemoved',
    about: network,
    undo: { path: '/access/add', fields },
  })
}

async function changeWhitelist(context: SignedInContext): Promise<Response> {
  const on = isOn(context.form, 'mode')
  await setWhitelistMode(context.services.site, context.actor, {
    on,
    ownAddress: context.address,
    confirmed: context.form.get('confirmed') === 'on',
  })
  return goTo(context, '/access', { name: on ? 'whitelistOn' : 'whitelistOff', about: '' })
}

async function changeLimit(context: SignedInContext): Promise<Response> {
  const limit = (context.form.get('text.requestsPerMinute') ?? '').trim()
  await setPolicy(context.services.site, context.actor, 'text.requestsPerMinute', limit)
  return goTo(context, '/access', { name: 'saved', about: '' })
}

function listOf(form: URLSearchParams): AccessList {
  const list = form.get('list')
  if (list === 'block' || list === 'allow') return list
  throw badRequest(message('There is no such list.'))
}
