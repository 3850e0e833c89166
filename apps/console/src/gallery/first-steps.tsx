/** @jsxImportSource hono/jsx */
import type { ApiKey, Usage } from '@pictoglyph/core'
import type { Child } from 'hono/jsx'
import { type SignedInContext, useConsole } from '../context/console-context.ts'

interface Step {
  title: string
  hint: Child
  /** Where it is done; without it nowhere in the console. */
  href?: string
  isDone: boolean
}

/** So many images are there already when the first steps are no longer shown, whether done or not. */
const maxImages = 6

/** What is left to be done after a first sign-in; `undefined` where nothing is, or the gallery has been filled. */
export async function firstStepsOf(context: SignedInContext, usage: Usage): Promise<Step[] | undefined> {
  if (usage.images >= maxImages) return undefined
  const { services, user, text } = context
  const { firstSteps } = text.gallery
  const keys = await services.site.database.keys.list(user.id)
  const steps: Step[] = [
    { ...firstSteps.upload, href: '/upload', isDone: usage.images > 0 || usage.deletedBytes > 0 },
    { ...firstSteps.key, href: '/keys', isDone: keys.some((key) => key.revokedAtMs === null) },
    { ...firstSteps.program, href: programPath(keys), isDone: keys.some((key) => key.lastUsedAtMs !== null) },
  ]
  if (user.role === 'admin') {
    const { title, hint } = firstSteps.address
    const isDone = !isLoopback(services.urls.images)
    steps.push({ title, hint: <>{hint(<code>PICTOGLYPH_IMAGES_URL</code>)}</>, isDone })
  }
  return steps.some(({ isDone }) => !isDone) ? steps : undefined
}

/** The page of a key that works has the configurations of programs. */
function programPath(keys: readonly ApiKey[]): string {
  const key = keys.find(({ revokedAtMs }) => revokedAtMs === null)
  return key === undefined ? '/keys' : `/keys/${key.id}`
}

const isLoopback = (address: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname)

/** The steps, those that are done with a tick. */
export const FirstSteps = ({ steps }: { steps: readonly Step[] }) => {
  const { gallery } = useConsole().text
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{gallery.firstSteps.label}</h2>
      <p class="muted">{gallery.firstSteps.done(done, steps.length)}</p>
      <ol>
        {steps.map(({ title, hint, href, isDone }) => (
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
              <p class="muted">{hint}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
