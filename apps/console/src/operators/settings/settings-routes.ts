import { setPolicies } from '@pictoglyph/site/policy/set-policy'
import { goTo, redirect } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { addressOf } from '../../context/page-address.ts'
import { type ConsoleRoute, openPage, operatorAction, operatorPage } from '../../routing/route.ts'
import { accountPolicyKeys, showAccountSettings } from './accounts-page.tsx'
import { settingsPath } from './settings-page.tsx'

/** Where the settings stood when each was a page of its own. */
const formerPaths = {
  '/settings': settingsPath('uploads'),
  '/policy': settingsPath('uploads'),
  '/categories': `${settingsPath('uploads')}#categories`,
  '/ciphers': settingsPath('text'),
  '/access': settingsPath('networks'),
  '/site': settingsPath('site'),
}

export const settingsRoutes: ConsoleRoute[] = [
  ...Object.entries(formerPaths).map(([former, path]) =>
    openPage(former, (context) => {
      const [page = '', part] = path.split('#')
      const address = addressOf({ path: page, query: context.query })
      return redirect(context, part === undefined ? address : `${address}#${part}`, 301)
    }),
  ),
  operatorPage(settingsPath('accounts'), showAccountSettings),
  operatorAction(settingsPath('accounts'), { run: changeAccountSettings, onRefused: showAccountSettings }),
]

async function changeAccountSettings(context: SignedInContext): Promise<Response> {
  const sent = accountPolicyKeys.filter((key) => context.form.has(key))
  const values = new Map(sent.map((key) => [key, (context.form.get(key) ?? '').trim()]))
  const changed = await setPolicies(context.services.site, context.actor, values)
  return goTo(context, settingsPath('accounts'), { name: 'policySaved', about: String(changed.length) })
}
