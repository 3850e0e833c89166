/** @jsxImportSource hono/jsx */
import { mediaTypes } from '@pictoglyph/media/media-type'
import { category } from '@pictoglyph/site/categories'
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { typeName } from '@pictoglyph/site/language/type-name'
import { policyKeys } from '@pictoglyph/site/policy'
import { type PolicyPreview, previewedRules, previewPolicy } from '@pictoglyph/site/policy/preview-policy'
import { countedThings } from '@pictoglyph/site/things/run-action'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { ExpiryField } from '../../parts/expiry-field.tsx'
import { CheckFields, Field, SelectField } from '../../parts/form.tsx'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import { valuesInAddress } from '../../parts/shown-values.ts'
import { ThingList } from '../../things/thing-list.tsx'
import { policyFields, wishedPolicy } from '../settings/policy-fields.ts'
import { PolicyForm, storedPolicy } from '../settings/policy-settings.tsx'
import { settingsPath, showSettings } from '../settings/settings-page.tsx'

const previewedUploads = 1_000

/** What the policy form changes: all that uploads are held to. */
export const uploadPolicyKeys = policyKeys.filter((key) => key.startsWith('upload.'))

const path = settingsPath('uploads')

/**
 * The upload policy, with what it would have done to the last uploads. Other values in the address or in a
 * form are previewed, and change nothing.
 */
export async function showPolicy(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { policy: text } = context.text
  const stored = await storedPolicy(context)
  const present = policyFields(stored.policy, uploadPolicyKeys)
  const isSent = uploadPolicyKeys.some((key) => context.form.has(key))
  const written = isSent ? context.form : valuesInAddress(context.query, present)
  const wished = wishedPolicy(written, stored, uploadPolicyKeys)
  const preview =
    'policy' in wished ? previewPolicy(wished.policy, await database.images.recent(previewedUploads)) : wished
  return showSettings(context, 'uploads', {
    lead: text.lead,
    body: (
      <>
        <PolicyForm
          stored={stored}
          keys={uploadPolicyKeys}
          action={path}
          class="stack"
          preview={{ address: path, id: 'policy-preview' }}
          written={written}
        >
          <div class="columns">
            <SizeFields />
            <RuleFields />
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

const SizeFields = () => {
  const { policy: text } = useConsole().text
  const number = { type: 'number', min: '0', step: 'any', required: true }
  const whole = { type: 'number', min: '1', step: '1', required: true }
  return (
    <section class="card stack">
      <h2>{text.sizes}</h2>
      <Field label={text.maxBytes} name="upload.maxBytes" control={number} />
      <Field label={text.maxPixels} name="upload.maxPixels" control={number} />
      <Field label={text.maxSide} name="upload.maxSide" control={whole} />
      <Field label={text.maxFrames} name="upload.maxFrames" control={whole} />
      <Field
        label={text.maxImagesPerUser}
        hint={text.maxImagesPerUserHint}
        name="upload.maxImagesPerUser"
        control={{ ...whole, min: '0' }}
      />
    </section>
  )
}

const RuleFields = () => {
  const { policy: text } = useConsole().text
  return (
    <section class="card stack">
      <h2>{text.rules}</h2>
      <CheckFields
        label={text.types}
        name="upload.types"
        boxes={mediaTypes.map((type) => ({ label: typeName(type), value: type }))}
      />
      <SelectField
        label={text.dedupScope}
        name="upload.dedupScope"
        hint={text.dedupScopeHint}
        choices={choicesOf(text.dedupScopes)}
      />
      <SelectField label={text.dedupBy} name="upload.dedupBy" choices={choicesOf(text.dedupKinds)} />
      <ExpiryField
        label={text.defaultLifetime}
        hint={text.lifetimeHint}
        name="upload.defaultLifetime"
        takesDay={false}
      />
      <ExpiryField
        label={text.maxLifetime}
        hint={text.maxLifetimeHint}
        name="upload.maxLifetime"
        takesDay={false}
      />
      <SelectField label={text.metadata} name="upload.metadata" choices={choicesOf(text.metadataModes)} />
      <SelectField
        label={text.accessLists}
        name="upload.accessLists"
        hint={text.accessListsHint}
        choices={choicesOf(text.accessListModes)}
      />
    </section>
  )
}

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

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
