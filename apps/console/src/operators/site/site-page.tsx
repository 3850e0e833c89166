/** @jsxImportSource hono/jsx */
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import { type Policy, type PolicyKey, policyFrom, writtenPolicyValue } from '@pictoglyph/site/policy'
import { policyWith, setPolicies } from '@pictoglyph/site/policy/set-policy'
import { SiteFoot } from '@pictoglyph/web/page/site-foot'
import { goTo } from '../../context/answers.ts'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { Field, Form, SelectField, TextField } from '../../parts/form.tsx'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { showSettings } from '../settings/settings-page.tsx'

const path = '/settings/site'

type SiteKey = Extract<PolicyKey, `site.${string}`>

const keys: readonly SiteKey[] = [
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
  operatorAction(path, { run: save, onRefused: showSite }),
  operatorAction(`${path}/preview`, { run: showSite, proof: false }),
]

/** What readers see of the site, and how much it holds. Values in the address or in a form are previewed. */
async function showSite(context: SignedInContext): Promise<Response> {
  const { sitePolicy: text } = context.text
  const inForce = policyFrom(await context.services.site.database.settings.all())
  const fields = context.form.has('site.name') ? context.form : context.query
  return showSettings(context, 'site', {
    lead: text.lead,
    body: (
      <Form action={path} class="stack" preview={{ address: path, id: 'site-preview' }}>
        <div class="columns">
          <SiteFields written={(key) => fields.get(key) ?? writtenPolicyValue(inForce[key])} />
          <SitePreview wished={wishedPolicy(inForce, fields)} />
        </div>
        <div class="together">
          <button type="submit">{text.save}</button>
          <button type="submit" class="quiet" formaction={`${path}/preview`}>
            {text.preview}
          </button>
        </div>
      </Form>
    ),
  })
}

const SiteFields = ({ written }: { written: (key: SiteKey) => string }) => {
  const { sitePolicy: text, accountPolicy } = useConsole().text
  return (
    <section class="card stack">
      <Field label={text.name} hint={text.nameHint} name="site.name" value={written('site.name')} />
      <Field label={text.logo} hint={text.logoHint} name="site.logo" value={written('site.logo')} />
      <TextField
        label={text.welcome}
        hint={text.welcomeHint}
        name="site.welcome"
        value={written('site.welcome')}
      />
      <TextField label={text.links} hint={text.linksHint} name="site.links" value={written('site.links')} />
      <Field label={text.abuse} hint={text.abuseHint} name="site.abuse" value={written('site.abuse')} />
      <SelectField
        label={text.robots}
        name="site.robots"
        value={written('site.robots')}
        choices={(['index', 'noindex'] as const).map((value) => ({ value, label: text.robotsModes[value] }))}
      />
      <SelectField
        label={text.reports}
        hint={text.reportsHint}
        name="site.reports"
        value={written('site.reports')}
        choices={(['off', 'on'] as const).map((value) => ({ value, label: accountPolicy.onOff[value] }))}
      />
      <Field
        label={text.maxBytes}
        hint={text.maxBytesHint}
        name="site.maxBytes"
        value={written('site.maxBytes')}
      />
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

/** @throws what is no refusal */
function wishedPolicy(
  inForce: Policy,
  fields: URLSearchParams,
): { policy: Policy } | { refusal: FailureFacts } {
  try {
    return { policy: policyWith(inForce, valuesIn(fields)) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: error.facts }
    throw error
  }
}

function valuesIn(fields: URLSearchParams): Map<PolicyKey, string> {
  return new Map(keys.flatMap((key) => fields.getAll(key).map((value): [PolicyKey, string] => [key, value])))
}

async function save(context: SignedInContext): Promise<Response> {
  const changed = await setPolicies(context.services.site, context.actor, valuesIn(context.form))
  return goTo(context, path, { name: 'policySaved', about: String(changed.length) })
}
