/** @jsxImportSource hono/jsx */
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import type { Policy, PolicyKey } from '@pictoglyph/site/policy'
import { SiteFoot } from '@pictoglyph/web/page/site-foot'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { Field, SelectField, TextField } from '../../parts/form.tsx'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import { valuesInAddress } from '../../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { policyFields, wishedPolicy } from '../settings/policy-fields.ts'
import { PolicyForm, savePolicyForm, storedPolicy } from '../settings/policy-settings.tsx'
import { settingsPath, showSettings } from '../settings/settings-page.tsx'

const path = settingsPath('site')

const keys: readonly PolicyKey[] = [
  'site.name',
  'site.logo',
  'site.welcome',
  'site.links',
  'site.abuse',
  'site.robots',
  'site.reports',
  'site.maxBytes',
]

export const siteRoutes: ConsoleRoute[] = [
  operatorPage(path, showSite),
  operatorAction(path, { run: (context) => savePolicyForm(context, keys, path), onRefused: showSite }),
  operatorAction(`${path}/preview`, { run: showSite, proof: false }),
]

/** What readers see of the site, and how much it holds. Values in the address or in a form are previewed. */
async function showSite(context: SignedInContext): Promise<Response> {
  const { sitePolicy: text } = context.text
  const stored = await storedPolicy(context)
  const isSent = context.form.has('site.name')
  const written = isSent ? context.form : valuesInAddress(context.query, policyFields(stored.policy, keys))
  return showSettings(context, 'site', {
    lead: text.lead,
    body: (
      <PolicyForm
        stored={stored}
        keys={keys}
        action={path}
        class="stack"
        preview={{ address: path, id: 'site-preview' }}
        written={written}
      >
        <div class="columns">
          <SiteFields />
          <SitePreview wished={wishedPolicy(written, stored, keys)} />
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

const SiteFields = () => {
  const { sitePolicy: text, accountPolicy } = useConsole().text
  return (
    <section class="card stack">
      <Field label={text.name} hint={text.nameHint} name="site.name" />
      <Field label={text.logo} hint={text.logoHint} name="site.logo" />
      <TextField label={text.welcome} hint={text.welcomeHint} name="site.welcome" />
      <TextField label={text.links} hint={text.linksHint} name="site.links" />
      <Field label={text.abuse} hint={text.abuseHint} name="site.abuse" />
      <SelectField
        label={text.robots}
        name="site.robots"
        choices={(['index', 'noindex'] as const).map((value) => ({ value, label: text.robotsModes[value] }))}
      />
      <SelectField
        label={text.reports}
        hint={text.reportsHint}
        name="site.reports"
        choices={(['off', 'on'] as const).map((value) => ({ value, label: accountPolicy.onOff[value] }))}
      />
      <Field label={text.maxBytes} hint={text.maxBytesHint} name="site.maxBytes" />
    </section>
  )
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
