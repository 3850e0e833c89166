/** @jsxImportSource hono/jsx */
import { category } from '@pictoglyph/site/categories'
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { type PolicyKey, settingOf } from '@pictoglyph/site/policy'
import { type PolicyPreview, previewPolicy } from '@pictoglyph/site/policy/preview-policy'
import { countedThings } from '@pictoglyph/site/things/run-action'
import { type SignedInContext, useConsole, useWords } from '../../context/console-context.ts'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import { ThingList } from '../../things/thing-list.tsx'
import { settingsOf } from '../settings/policy-fields.ts'
import { PolicyForm, policyFormRoutes, readPreviewedForm } from '../settings/policy-settings.tsx'
import { SettingFields } from '../settings/setting-fields.tsx'
import { settingsPath, showSettings } from '../settings/settings-page.tsx'

const previewedUploads = 1_000

const keys = settingsOf('upload')
const isSize = (key: PolicyKey) => settingOf(key).kind.control.as === 'number'

const path = settingsPath('uploads')

export const policyRoutes = policyFormRoutes('uploads', keys, { show: showPolicy, hasPreview: true })

/**
 * The upload policy, with its effect on the last uploads. Values in the address or in a form only change the preview.
 */
export async function showPolicy(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { policy: text } = context.text
  const { form, wished } = await readPreviewedForm(context, keys)
  const preview =
    'policy' in wished ? previewPolicy(wished.policy, await database.images.recent(previewedUploads)) : wished
  return showSettings(context, 'uploads', {
    lead: text.lead,
    body: (
      <>
        <PolicyForm {...form} action={path} class="stack" preview={{ address: path, id: 'policy-preview' }}>
          <div class="columns">
            <SettingCard title={text.sizes} keys={keys.filter(isSize)} />
            <SettingCard title={text.rules} keys={keys.filter((key) => !isSize(key))} />
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

const SettingCard = ({ title, keys }: { title: string; keys: readonly PolicyKey[] }) => (
  <section class="card stack">
    <h2>{title}</h2>
    <SettingFields keys={keys} />
  </section>
)

const Preview = ({ preview }: { preview: PolicyPreview | { refusal: FailureFacts } }) => {
  const { policy: text } = useConsole().text
  const words = useWords()
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
            {preview.byRule.map(({ label, count }) => (
              <li>{text.refusedFor(words(label), count)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
