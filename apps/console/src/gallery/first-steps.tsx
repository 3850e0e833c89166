/** @jsxImportSource hono/jsx */
import type { Usage } from '@pictoglyph/site/accounts/quota'
import { minPasswordCharacters } from '@pictoglyph/site/accounts/users'
import type { Category } from '@pictoglyph/site/categories'
import { clientConfigurations } from '@pictoglyph/site/client-kit/client-configurations'
import { copyFormatsOf } from '@pictoglyph/site/images/image-addresses'
import { permissions } from '@pictoglyph/site/keys'
import type { ApiKey, Image } from '@pictoglyph/site/language/records'
import type { Child } from 'hono/jsx'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Field, Form, SelectField } from '../parts/form.tsx'
import { firstPasswordPath } from '../session/obligations.ts'
import { DropZone } from '../upload/upload-page.tsx'

interface Step {
  title: string
  hint: Child
  /** Another page for the step. */
  href?: string
  isDone: boolean
  /** The form for the step, while it is the next one. */
  form?: Child
  /** The result of the step. */
  result?: Child
}

/** The facts that decide which steps are done. */
interface Standing {
  usage: Usage
  keys: readonly ApiKey[]
  newest: Image | undefined
  categories: readonly Category[]
}

/** With this many images, the first steps are hidden, whether done or not. */
const maxImages = 6

/** The steps after a first sign-in; `undefined` if all are done, or the gallery has enough images. */
export async function firstStepsOf(
  context: SignedInContext,
  standing: Standing,
): Promise<Step[] | undefined> {
  const { usage, keys, newest, categories } = standing
  const { services, user, text } = context
  if (usage.images >= maxImages) return undefined
  const { firstSteps } = text.gallery
  const steps: Step[] = [
    {
      ...firstSteps.upload,
      href: '/upload',
      isDone: usage.images > 0 || usage.deletedBytes > 0,
      form: <FirstUpload categories={categories} />,
      result: newest && (
        <CopyField
          label={text.copyFormat.markdown}
          value={copyFormatsOf(services.site.links, newest).markdown}
        />
      ),
    },
    {
      ...firstSteps.program,
      href: '/keys',
      isDone: keys.some((key) => key.lastUsedAtMs !== null),
      form: <FirstKey />,
    },
  ]
  if (user.hasGeneratedPassword) {
    steps.unshift({ ...firstSteps.password, href: '/account', isDone: false, form: <FirstPassword /> })
  }
  if (user.role === 'admin') {
    const { title, hint } = firstSteps.address
    const isDone = !isLoopback(services.urls.images)
    steps.push({ title, hint: <>{hint(<code>PICTOGLYPH_IMAGES_URL</code>)}</>, isDone })
  }
  return steps.some(({ isDone }) => !isDone) ? steps : undefined
}

const isLoopback = (address: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname)

/** The steps: done ones with a tick, the next one with its form. */
export const FirstSteps = ({ steps }: { steps: readonly Step[] }) => {
  const { gallery } = useConsole().text
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{gallery.firstSteps.label}</h2>
      <p class="muted">{gallery.firstSteps.done(done, steps.length)}</p>
      <ol>
        {steps.map(({ title, hint, href, isDone, form, result }, index) => (
          <li class={isDone ? 'done' : undefined}>
            <span
              class="step-sign"
              role="img"
              aria-label={isDone ? gallery.firstSteps.isDone : gallery.firstSteps.isOpen}
            >
              {isDone ? '✓' : ''}
            </span>
            <div>
              <h3>{href === undefined ? title : <a href={href}>{title}</a>}</h3>
              {isDone ? result : <p class="muted">{hint}</p>}
              {index === next ? form : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const FirstPassword = () => {
  const { text, signedIn } = useConsole()
  const { password } = text.gallery.firstSteps
  return (
    <Form action={firstPasswordPath} class="first-form">
      <input type="hidden" name="return" value="/images" />
      <input
        type="text"
        name="username"
        value={signedIn?.user.name}
        autocomplete="username"
        readonly
        hidden
      />
      <Field
        label={password.field}
        name="password"
        hint={text.account.nextHint}
        control={{
          type: 'password',
          required: true,
          autocomplete: 'new-password',
          minlength: minPasswordCharacters,
        }}
      />
      <button type="submit">{password.set}</button>
    </Form>
  )
}

/** Accepts many files at once; without a script, one by a button. */
const FirstUpload = ({ categories }: { categories: readonly Category[] }) => {
  const { services, text } = useConsole()
  const category = categories.find(({ enabled }) => enabled)
  if (category === undefined) return null
  return (
    <Form action="/upload" enctype="multipart/form-data" class="stack" data={{ 'data-files-here': '' }}>
      <input type="hidden" name="categoryId" value={category.id} />
      <DropZone accepted={services.site.snapshot().policy['upload.types'].join(',')} hasFolders={false} />
      <div class="unscripted">
        <button type="submit">{text.upload.start}</button>
      </div>
    </Form>
  )
}

/** Creates a key named after a program; the key's page shows how to set the program up. */
const FirstKey = () => {
  const { services, text } = useConsole()
  const { program } = text.gallery.firstSteps
  const programs = clientConfigurations({
    imagesUrl: services.urls.images,
    key: '',
    categoryId: null,
    albumId: null,
  })
    // Lsky Pro clients need another kind of key.
    .filter(({ name }) => !name.includes('lankong'))
    .map(({ name }) => ({ value: name, label: name }))
  return (
    <Form action="/keys" class="first-form">
      {permissions.map((permission) => (
        <input type="hidden" name="permission" value={permission} />
      ))}
      <SelectField
        label={program.choose}
        name="name"
        value="ShareX"
        choices={[...programs, { value: '', label: program.other }]}
      />
      <button type="submit">{text.key.create}</button>
    </Form>
  )
}
