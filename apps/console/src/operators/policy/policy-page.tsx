/** @jsxImportSource hono/jsx */
import type { SettingGroup } from '@pictoglyph/forms/setting'
import { category } from '@pictoglyph/site/categories'
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { type PolicyPreview, previewedRules, previewPolicy } from '@pictoglyph/site/policy/preview-policy'
import { countedThings } from '@pictoglyph/site/things/run-action'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import type { ConsoleRoute } from '../../routing/route.ts'
import { ThingList } from '../../things/thing-list.tsx'
import {
  PolicyForm,
  policyFormRoutes,
  previewRoute,
  readPreviewedForm,
} from '../settings/policy-settings.tsx'
import { SettingFields } from '../settings/setting-fields.tsx'
import { settingsPath, showSettings } from '../settings/settings-page.tsx'

const previewedUploads = 1_000

const groups = ['sizes', 'rules'] as const

const path = settingsPath('uploads')

export const policyRoutes: ConsoleRoute[] = [
  ...policyFormRoutes('uploads', groups, showPolicy),
  previewRoute('uploads', showPolicy),
]

/**
 * The upload policy, with what it would have done to the last uploads. Other values in the address or in a
 * form are previewed, and change nothing.
 */
export async function showPolicy(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { policy: text } = context.text
  const { stored, written, wished } = await readPreviewedForm(context, groups)
  const preview =
    'policy' in wished ? previewPolicy(wished.policy, await database.images.recent(previewedUploads)) : wished
  return showSettings(context, 'uploads', {
    lead: text.lead,
    body: (
      <>
        <PolicyForm
          stored={stored}
          groups={groups}
          action={path}
          class="stack"
          preview={{ address: path, id: 'policy-preview' }}
          written={written}
        >
          <div class="columns">
            <SettingCard title={text.sizes} group="sizes" />
            <SettingCard title={text.rules} group="rules" />
          </div>
          <Preview preview={preview} />
          <div class="together">
            <button type="submit">{text.save}</button>
            <button type="submit" class="quiet" formaction={`${path}/preview`}>
              {text.preview}
            </button>
          </div>
        </PolicyForm>
        <ThingList thing={category} things={await countedThings(context.services.site, category)} />
      </>
    ),
  })
}

const SettingCard = ({ title, group }: { title: string; group: SettingGroup }) => (
  <section class="card stack">
    <h2>{title}</h2>
    <SettingFields group={group} />
  </section>
)

const Preview = ({ preview }: { preview: PolicyPreview | { refusal: FailureFacts } }) => {
  const { policy: text } = useConsole().text
  return (
    <section class="card" id="policy-preview" aria-live="polite">
      <h2>{text.previewTitle}</h2>
      {'refusal' in preview ? (
        <PreviewRefusal of={preview.refusal} />
      ) : preview.judged === 0 ? (
        <p>{text.nothingToPreview}</p>
      ) : (
        <>
          <p class="figure">{text.wouldBeRefused(preview.refused, preview.judged)}</p>
          <ul class="plain-list">
            {previewedRules
              .filter((rule) => preview.byRule[rule] > 0)
              .map((rule) => (
                <li>{text.refusedFor(text.rule[rule], preview.byRule[rule])}</li>
              ))}
          </ul>
        </>
      )}
    </section>
  )
}
