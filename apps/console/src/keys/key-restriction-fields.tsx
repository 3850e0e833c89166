/** @jsxImportSource hono/jsx */
import { mediaTypes } from '@pictoglyph/media/media-type'
import type { Category } from '@pictoglyph/site/categories'
import { maxUploadsOfKey, maxUploadsPerMinute } from '@pictoglyph/site/keys'
import type { Album, ApiKey, KeyBinding } from '@pictoglyph/site/language/records'
import { writeSpan } from '@pictoglyph/site/language/span'
import { typeName } from '@pictoglyph/site/language/type-name'
import { useConsole } from '../context/console-context.ts'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { CheckFields, Field, TextField } from '../parts/form.tsx'
import type { FieldValues } from '../parts/shown-values.ts'

const megabyte = 1024 * 1024
const names = [
  'categoryIds',
  'albumIds',
  'types',
  'maxBytes',
  'network',
  'uploadsPerMinute',
  'maxUploads',
  'imageLifetime',
  'linkNames',
] as const

type Named = Pick<Category | Album, 'id' | 'name'>

/** What a key is held to: folded until something is in it. Nothing that is left empty binds. */
export const RestrictionFields = (props: {
  form: URLSearchParams
  categories: readonly Named[]
  albums: readonly Named[]
}) => {
  const { key: text, expiry } = useConsole().text
  const { form, categories, albums } = props
  const isGiven = names.some((name) => form.getAll(name).some((value) => value.trim() !== ''))
  const boxes = (name: string, from: readonly { id: string; name: string }[]) => {
    const ticked = new Set(form.getAll(name))
    return from.map(({ id, name: label }) => ({ label, value: id, checked: ticked.has(id) }))
  }
  return (
    <details class="restriction-fields" open={isGiven}>
      <summary>{text.restrictions}</summary>
      <div class="stack">
        <p class="muted">{text.restrictionsHint}</p>
        <CheckFields
          label={text.restrictedTo.categoryIds}
          name="categoryIds"
          boxes={boxes('categoryIds', categories)}
        />
        {albums.length === 0 ? null : (
          <CheckFields label={text.restrictedTo.albumIds} name="albumIds" boxes={boxes('albumIds', albums)} />
        )}
        <CheckFields
          label={text.restrictedTo.types}
          name="types"
          boxes={boxes(
            'types',
            mediaTypes.map((type) => ({ id: type, name: typeName(type) })),
          )}
        />
        <div class="field-row">
          <Field
            label={text.maxMegabytes}
            name="maxBytes"
            value={form.get('maxBytes') ?? ''}
            hint={text.noBound}
            control={{ type: 'number', min: 0, step: 'any' }}
          />
          <Field
            label={text.uploadsPerMinute}
            name="uploadsPerMinute"
            value={form.get('uploadsPerMinute') ?? ''}
            hint={text.noBound}
            control={{ type: 'number', min: 1, max: maxUploadsPerMinute }}
          />
        </div>
        <div class="field-row">
          <Field
            label={text.maxUploads}
            name="maxUploads"
            value={form.get('maxUploads') ?? ''}
            hint={text.noBound}
            control={{ type: 'number', min: 1, max: maxUploadsOfKey }}
          />
          <ExpiryField
            label={text.imageLifetime}
            name="imageLifetime"
            form={form}
            first={expiry.bySite}
            endsAlways
            takesDay={false}
          />
        </div>
        <Field
          label={text.linkNames}
          name="linkNames"
          value={form.get('linkNames') ?? ''}
          hint={text.linkNamesHint}
        />
        <TextField
          label={text.onlyNetworks}
          name="network"
          value={form.get('network') ?? ''}
          hint={text.networksHint}
          control={{ rows: 3, class: 'mono', spellcheck: false }}
        />
      </div>
    </details>
  )
}

/** What a key is held to, as its form shows it. */
export function restrictionsIn(key: ApiKey): FieldValues {
  const { binding, uploadsPerMinute, maxUploads, imageLifetimeMs } = key
  const { categoryIds = [], albumIds = [], types = [], maxBytes, networks = [], linkNames = [] } = binding
  return {
    categoryIds,
    albumIds,
    types,
    maxBytes: maxBytes === undefined ? '' : String(maxBytes / megabyte),
    network: networks.join('\n'),
    linkNames: linkNames.join(' '),
    uploadsPerMinute: String(uploadsPerMinute ?? ''),
    maxUploads: String(maxUploads ?? ''),
    imageLifetime: imageLifetimeMs === null ? '' : writeSpan(imageLifetimeMs),
  }
}

/** What the fields bind a key to. @throws {Failure} BAD_REQUEST, from what makes the key, for what can't be meant */
export function bindingOf(form: URLSearchParams): KeyBinding {
  const categoryIds = form.getAll('categoryIds')
  const albumIds = form.getAll('albumIds')
  const types = mediaTypes.filter((type) => form.getAll('types').includes(type))
  const megabytes = (form.get('maxBytes') ?? '').trim()
  const networks = listOf(form.get('network') ?? '')
  const linkNames = listOf(form.get('linkNames') ?? '')
  return {
    ...(categoryIds.length > 0 && { categoryIds }),
    ...(albumIds.length > 0 && { albumIds }),
    ...(types.length > 0 && { types }),
    ...(megabytes !== '' && { maxBytes: Math.round(Number(megabytes) * megabyte) }),
    ...(networks.length > 0 && { networks }),
    ...(linkNames.length > 0 && { linkNames }),
  }
}

const listOf = (written: string): string[] => written.split(/[\s,;]+/).filter((item) => item !== '')
