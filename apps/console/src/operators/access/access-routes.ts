import { listNetworks, removeNetwork } from '@pictoglyph/site/access'
import { readAccessLines } from '@pictoglyph/site/access/read-access-lines'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { idOf, returnPath } from '../../context/page-address.ts'
import { isOn, maxListFormBytes } from '../../context/submitted-form.ts'
import { readExpiry } from '../../parts/read-expiry.ts'
import { changedFields } from '../../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage, rerenderForm } from '../../routing/route.ts'
import { limitedClients } from '../limited-clients.ts'
import { savePolicies } from '../settings/policy-settings.tsx'
import { limitedWords, showAccess, showAccessWith } from './access-page.tsx'
import { entryExpiry, listOf } from './entry-fields.tsx'
import { entryPath, findEntry, networksPath, showEntry, shownEntry } from './entry-page.tsx'

const showAgain = rerenderForm(showAccess, networksPath)

/** A form about a list, of which every field may be long. */
const onLists = { onRefused: showAgain, maxBytes: maxListFormBytes }

export const accessRoutes: ConsoleRoute[] = [
  operatorPage(networksPath, showAccess),
  operatorPage(`${networksPath}/limited`, showLimited),
  operatorAction(`${networksPath}/add`, { ...onLists, run: add }),
  operatorAction(`${networksPath}/paste`, { ...onLists, run: paste }),
  operatorAction(`${networksPath}/remove`, { ...onLists, run: remove }),
  operatorPage(entryPath(':id'), showEntry),
  operatorAction(entryPath(':id'), {
    run: change,
    onRefused: showEntry,
    page: (context) => entryPath(idOf(context)),
  }),
  operatorAction(`${networksPath}/whitelist`, { run: changeWhitelist, onRefused: showAgain }),
  operatorAction(`${networksPath}/limit`, { run: changeLimit, onRefused: showAgain }),
]

/** The page after a form: the position in the lists that it was sent from, if known. */
const backOf = ({ form }: SignedInContext): string => returnPath(form.get('return') ?? networksPath)

/** The number of rate-limited clients, for the page to refresh. */
async function showLimited(context: SignedInContext): Promise<Response> {
  const words = limitedWords(context.text, await limitedClients(context.services))
  return context.hono.html(`<p id="limited-now">${words}</p>`)
}

async function add(context: SignedInContext): Promise<Response> {
  const { form } = context
  const { site } = context.services
  const entry = {
    network: form.get('network') ?? '',
    note: form.get('note') ?? '',
    expiresAtMs: entryExpiry(context),
  }
  const [network = ''] = await listNetworks(site, context.actor, listOf(form), [entry])
  return goTo(context, backOf(context), { name: 'networkAdded', about: network })
}

/** Changes an entry's note, and its expiry if one is chosen. */
async function change(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const present = await findEntry(context)
  const { note = present.note } = Object.fromEntries(await changedFields(context, shownEntry(present)))
  const chosen = readExpiry(context)
  const expiresAtMs = chosen === undefined ? present.expiresAtMs : chosen
  if (note !== present.note || expiresAtMs !== present.expiresAtMs) {
    await listNetworks(site, context.actor, present.list, [{ network: present.network, note, expiresAtMs }])
  }
  return goTo(context, backOf(context), { name: 'saved', about: '' })
}

/** Adds pasted lines if all are valid; otherwise reports them line by line, and adds none. */
async function paste(context: SignedInContext): Promise<Response> {
  const { form } = context
  const { site } = context.services
  const list = listOf(form)
  const nowMs = site.clock()
  const lines = readAccessLines(list, form.get('lines') ?? '', { expiresAtMs: entryExpiry(context), nowMs })
  const isWanted = lines.problems.length === 0 || form.get('skipBad') === 'on'
  if (!isWanted || lines.good.length === 0) return showAccessWith(context, lines)
  const added = await listNetworks(site, context.actor, list, lines.good)
  return goTo(context, networksPath, { name: 'networksAdded', about: String(added.length) })
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
    undo: { path: '/settings/networks/add', fields },
  })
}

async function changeWhitelist(context: SignedInContext): Promise<Response> {
  const on = isOn(context.form, 'text.whitelistMode')
  const isConfirmed = context.form.get('confirmed') === 'on'
  await savePolicies(context, ['text.whitelistMode'], {
    client: context,
    ...(isConfirmed && { onRisk: () => {} }),
  })
  return goTo(context, networksPath, { name: on ? 'whitelistOn' : 'whitelistOff', about: '' })
}

async function changeLimit(context: SignedInContext): Promise<Response> {
  await savePolicies(context, ['text.requestsPerMinute'])
  return goTo(context, networksPath, { name: 'saved', about: '' })
}
