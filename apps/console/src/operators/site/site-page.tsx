/** @jsxImportSource hono/jsx */
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import type { Policy } from '@pictoglyph/site/policy'
import { SiteFoot } from '@pictoglyph/web/page/site-foot'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import type { ConsoleRoute } from '../../routing/route.ts'
import {
  PolicyForm,
  policyFormRoutes,
  previewRoute,
  readPreviewedForm,
} from '../settings/policy-settings.tsx'
import { SettingFields } from '../settings/setting-fields.tsx'
import { settingsPath, showSettings } from '../settings/settings-page.tsx'

const path = settingsPath('site')

const groups = ['site'] as const

export const siteRoutes: ConsoleRoute[] = [
  ...policyFormRoutes('site', groups, showSite),
  previewRoute('site', showSite),
]

/** What readers see of the site, and how much it holds. Values in the address or in a form are previewed. */
async function showSite(context: SignedInContext): Promise<Response> {
  const { sitePolicy: text } = context.text
  const { stored, written, wished } = await readPreviewedForm(context, groups)
  return showSettings(context, 'site', {
    lead: text.lead,
    body: (
      <PolicyForm
        stored={stored}
        groups={groups}
        action={path}
        class="stack"
        preview={{ address: path, id: 'site-preview' }}
        written={written}
      >
        <div class="columns">
          <section class="card stack">
            <SettingFields group="site" />
          </section>
          <SitePreview wished={wished} />
        </div>
        <div class="together">
          <button type="submit">{text.save}</button>
          <button type="submit" class="quiet" formaction={`${path}/preview`}>
            {text.preview}
          </button>
        </div>
      </PolicyForm>
    ),
  })
}

/** The first page and its foot as readers would see them. */
const SitePreview = ({ wished }: { wished: { policy: Policy } | { refusal: FailureFacts } }) => {
  const { text, language } = useConsole()
  return (
    <section class="card stack" id="site-preview" aria-live="polite">
      <h2>{text.sitePolicy.preview}</h2>
      {'refusal' in wished ? (
        <PreviewRefusal of={wished.refusal} />
      ) : (
        <>
          <p class="figure" dir="auto">
            {wished.policy['site.name']}
          </p>
          <p class="lines" dir="auto">
            {wished.policy['site.welcome']}
          </p>
          <SiteFoot preferences={{ site: wished.policy, language }} />
        </>
      )}
    </section>
  )
}
