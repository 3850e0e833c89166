import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { savePolicyForm } from '../settings/policy-settings.tsx'
import { settingsPath } from '../settings/settings-page.tsx'
import { showPolicy, uploadPolicyKeys } from './policy-page.tsx'

const path = settingsPath('uploads')

export const policyRoutes: ConsoleRoute[] = [
  operatorPage(path, showPolicy),
  operatorAction(path, {
    run: (context) => savePolicyForm(context, uploadPolicyKeys, path),
    onRefused: showPolicy,
  }),
  operatorAction(`${path}/preview`, { run: showPolicy, proof: false }),
]
