/** @jsxImportSource hono/jsx */
import { SiteFoot } from '@pictoglyph/web/page/site-foot'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import { settingsOf } from '../settings/policy-fields.ts'
import {
  PolicyForm,
  policyFormRoutes,
  readPreviewedForm,
  type WishedPolicy,
} from '../settings/policy-settings.tsx'
import { SettingFields } from '../settings/setting-fields.tsx'
import { settingsPath, showSettings } from '../settings/settings-page.tsx'

const path = settingsPath('site')

const keys = settingsOf('site')

export const siteRoutes = policyFormRoutes('site', keys, { show: showSite, hasPreview: true })

/** The site's public appearance and its limits. Values in the address or in a form are previewed. */
async function showSite(context: SignedInContext): Promise<Response> {
  const { sitePolicy: text, common } = context.text
  const { form, wished } = await readPreviewedForm(context, keys)
  return showSettings(context, 'site', {
    lead: text.lead,
    body: (
      <PolicyForm {...form} action={path} class="stack" preview={{ address: path, id: 'site-preview' }}>
        <div class="columns">
          <section class="card stack">
            <SettingFields keys={keys} />
          </section>
          <SitePreview wished={wished} />
        </div>
        <div class="together">
          <button type="submit">{common.save}</button>
          <button type="submit" class="quiet" formaction={`${path}/preview`}>
            {text.preview}
          </button>
        </div>
      </PolicyForm>
    ),
  })
}

/** Preview of the public start page and its foot. */
const SitePreview = ({ wished }: { wished: WishedPolicy }) => {
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
