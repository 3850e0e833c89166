/** @jsxImportSource hono/jsx */
import {
  Failure,
  type FailureFacts,
  type Policy,
  type PolicyPreview,
  policyFrom,
  policyWith,
  previewedRules,
  previewPolicy,
} from '@pictoglyph/core'
import { mediaTypes } from '@pictoglyph/media'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { showPage } from '../../page/page.tsx'
import { FailureMessage } from '../../parts/failure-message.tsx'
import { CheckFields, Field, Form, SelectField } from '../../parts/form.tsx'
import { typeName } from '../../parts/type-name.ts'
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
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <Form action="/policy" class="stack" preview={{ address: '/policy', id: 'policy-preview' }}>
        <ShownBefore inForce={inForce} />
        <div class="columns">
          <SizeFields texts={texts} />
          <RuleFields texts={texts} />
        </div>
        <Preview preview={preview} />
        <div class="together">
          <button type="submit">{text.save}</button>
          <button type="submit" class="quiet" formaction="/policy/preview">
            {text.preview}
          </button>
        </div>
      </Form>
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
      <Field
        label={text.defaultLifetime}
        hint={text.lifetimeHint}
        name="upload.defaultLifetime"
        value={texts['upload.defaultLifetime']}
        control={{ required: true }}
      />
      <Field
        label={text.maxLifetime}
        hint={text.maxLifetimeHint}
        name="upload.maxLifetime"
        value={texts['upload.maxLifetime']}
        control={{ required: true }}
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
        <p>
          <FailureMessage of={preview.refusal} />
        </p>
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
