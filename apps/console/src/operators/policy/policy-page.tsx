/** @jsxImportSource hono/jsx */
import { mediaTypes } from '@pictoglyph/media'
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import { typeName } from '@pictoglyph/site/language/type-name'
import { type Policy, policyFrom } from '@pictoglyph/site/policy'
import { type PolicyPreview, previewedRules, previewPolicy } from '@pictoglyph/site/policy/preview-policy'
import { policyWith } from '@pictoglyph/site/policy/set-policy'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { ExpiryField } from '../../parts/expiry-field.tsx'
import { CheckFields, Field, Form, SelectField } from '../../parts/form.tsx'
import { PreviewRefusal } from '../../parts/preview-refusal.tsx'
import { Categories, categoriesInUse } from '../categories/categories-page.tsx'
import { showSettings } from '../settings/settings-page.tsx'
import {
  fieldTexts,
  holdsPolicyForm,
  type PolicyFormKey,
  policyFormKeys,
  readPolicyForm,
  shownField,
  shownTexts,
} from './policy-form.ts'

const previewedUploads = 1_000

/**
 * The upload policy, with what it would have done to the last uploads. Other values in the address or in a
 * form are previewed, and change nothing.
 */
export async function showPolicy(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { policy: text } = context.text
  const fields = holdsPolicyForm(context.form) ? context.form : context.query
  const inForce = policyFrom(await database.settings.all())
  const wished = holdsPolicyForm(fields) ? wishedPolicy(inForce, fields) : { policy: inForce }
  const preview =
    'policy' in wished ? previewPolicy(wished.policy, await database.images.recent(previewedUploads)) : wished
  const texts = fieldTexts(inForce, fields)
  return showSettings(context, 'uploads', {
    lead: text.lead,
    body: (
      <>
        <Form
          action="/settings/uploads"
          class="stack"
          preview={{ address: '/settings/uploads', id: 'policy-preview' }}
        >
          <ShownBefore inForce={inForce} />
          <div class="columns">
            <SizeFields texts={texts} />
            <RuleFields texts={texts} />
          </div>
          <Preview preview={preview} />
          <div class="together">
            <button type="submit">{text.save}</button>
            <button type="submit" class="quiet" formaction="/settings/uploads/preview">
              {text.preview}
            </button>
          </div>
        </Form>
        <Categories inUse={await categoriesInUse(context)} />
      </>
    ),
  })
}

/** The policy as the form wishes it, or what is wrong with the form. */
function wishedPolicy(
  inForce: Policy,
  fields: URLSearchParams,
): { policy: Policy } | { refusal: FailureFacts } {
  try {
    return { policy: policyWith(inForce, readPolicyForm(fields)) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: error.facts }
    throw error
  }
}

/** By which a form that comes back tells what was changed in it. */
const ShownBefore = ({ inForce }: { inForce: Policy }) => {
  const shown = shownTexts(inForce)
  return (
    <>
      {policyFormKeys.map((key) => (
        <input type="hidden" name={shownField(key)} value={shown[key]} />
      ))}
    </>
  )
}

/** What stands in the form, also where it is refused. */
interface FormContents {
  texts: Readonly<Record<PolicyFormKey, string>>
}

const SizeFields = ({ texts }: FormContents) => {
  const { policy: text } = useConsole().text
  const number = { type: 'number', min: '0', step: 'any', required: true }
  const whole = { type: 'number', min: '1', step: '1', required: true }
  return (
    <section class="card stack">
      <h2>{text.sizes}</h2>
      <Field label={text.maxBytes} name="upload.maxBytes" value={texts['upload.maxBytes']} control={number} />
      <Field
        label={text.maxPixels}
        name="upload.maxPixels"
        value={texts['upload.maxPixels']}
        control={number}
      />
      <Field label={text.maxSide} name="upload.maxSide" value={texts['upload.maxSide']} control={whole} />
      <Field
        label={text.maxFrames}
        name="upload.maxFrames"
        value={texts['upload.maxFrames']}
        control={whole}
      />
      <Field
        label={text.maxImagesPerUser}
        hint={text.maxImagesPerUserHint}
        name="upload.maxImagesPerUser"
        value={texts['upload.maxImagesPerUser']}
        control={{ ...whole, min: '0' }}
      />
    </section>
  )
}

const none = new URLSearchParams()

const RuleFields = ({ texts }: FormContents) => {
  const { policy: text } = useConsole().text
  const types = texts['upload.types'].split(',')
  return (
    <section class="card stack">
      <h2>{text.rules}</h2>
      <CheckFields
        label={text.types}
        name="upload.types"
        boxes={mediaTypes.map((type) => ({
          label: typeName(type),
          value: type,
          checked: types.some((one) => one === type),
        }))}
      />
      <SelectField
        label={text.dedupScope}
        name="upload.dedupScope"
        hint={text.dedupScopeHint}
        value={texts['upload.dedupScope']}
        choices={choicesOf(text.dedupScopes)}
      />
      <SelectField
        label={text.dedupBy}
        name="upload.dedupBy"
        value={texts['upload.dedupBy']}
        choices={choicesOf(text.dedupKinds)}
      />
      <ExpiryField
        label={text.defaultLifetime}
        hint={text.lifetimeHint}
        name="upload.defaultLifetime"
        form={none}
        usual={texts['upload.defaultLifetime']}
        takesDay={false}
      />
      <ExpiryField
        label={text.maxLifetime}
        hint={text.maxLifetimeHint}
        name="upload.maxLifetime"
        form={none}
        usual={texts['upload.maxLifetime']}
        takesDay={false}
      />
      <SelectField
        label={text.metadata}
        name="upload.metadata"
        value={texts['upload.metadata']}
        choices={choicesOf(text.metadataModes)}
      />
      <SelectField
        label={text.accessLists}
        name="upload.accessLists"
        hint={text.accessListsHint}
        value={texts['upload.accessLists']}
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
