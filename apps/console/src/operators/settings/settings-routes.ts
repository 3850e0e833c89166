import { redirect } from '../../context/answers.ts'
import { addressOf } from '../../context/page-address.ts'
import { type ConsoleRoute, openPage } from '../../routing/route.ts'
import { accountSettingsRoutes } from './accounts-page.tsx'
import { settingsPath } from './settings-page.tsx'

/** Former addresses, from when each setting had its own page. */
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
  ...accountSettingsRoutes,
]
