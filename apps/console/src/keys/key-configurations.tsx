/** @jsxImportSource hono/jsx */

import type { Category } from '@pictoglyph/site/categories'
import type { ClientConfiguration } from '@pictoglyph/site/client-kit/client-configuration'
import { clientConfigurations } from '@pictoglyph/site/client-kit/client-configurations'
import type { ApiKey } from '@pictoglyph/site/language/records'
import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { CopyButton, CopyField } from '../parts/copy-field.tsx'

/** Placeholder for the key, on every page but the one that shows it. */
const unknownKey = 'YOUR_API_KEY'

/** The first category that a key may upload to, for uploads that must name one. */
export function categoryFor({ binding }: ApiKey, categories: readonly Category[]): string | undefined {
  const isOpen = (id: string) => binding.categoryIds === undefined || binding.categoryIds.includes(id)
  return categories.find(({ enabled, id }) => enabled && isOpen(id))?.id
}

/** The configuration of programs for a key. Only the page that shows the secret includes it. */
export function configurationsOf(
  { services }: Pick<ConsoleContext, 'services'>,
  key: ApiKey,
  { secret, categories }: { secret: string | undefined; categories: readonly Category[] },
): ClientConfiguration[] {
  const { defaultCategoryId, binding } = key
  return clientConfigurations({
    imagesUrl: services.urls.images,
    key: secret ?? unknownKey,
    categoryId: defaultCategoryId === null ? (categoryFor(key, categories) ?? null) : null,
    albumId: binding.albumIds?.[0] ?? null,
  })
}

/** A tile for each program, which opens its setup; the program that the key is named after comes first. */
export const KeyConfigurations = (props: {
  apiKey: ApiKey
  configurations: readonly ClientConfiguration[]
  isFilledIn: boolean
}) => {
  const { text, services } = useConsole()
  const { apiKey, configurations, isFilledIn } = props
  const named = apiKey.name.toLowerCase()
  return (
    <section class="card stack">
      <h2>{text.key.use}</h2>
      <CopyField
        label={text.key.address}
        value={`${withoutTrailingSlashes(services.urls.images)}/api/v1/upload`}
      />
      <p>{isFilledIn ? text.key.configurations : text.key.configurationsHint(unknownKey)}</p>
      <div class="clients">
        {configurations.map((configuration) => (
          <Client configuration={configuration} isOpen={configuration.name.toLowerCase() === named} />
        ))}
      </div>
    </section>
  )
}

const Client = ({ configuration, isOpen }: { configuration: ClientConfiguration; isOpen: boolean }) => {
  const { language } = useConsole()
  const { name, content, steps } = configuration
  return (
    <details class="client" name="client" open={isOpen}>
      <summary>
        <span class="client-sign" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span>{name}</span>
      </summary>
      <div class="stack">
        <ol>
          {steps[language].map((step) => (
            <li>{step}</li>
          ))}
        </ol>
        <pre tabindex={0}>{content}</pre>
        <div class="together">
          <CopyButton label={name} value={content} />
          <DownloadFile configuration={configuration} />
        </div>
      </div>
    </details>
  )
}

/** Downloads a program's configuration file. */
export const DownloadFile = ({ configuration }: { configuration: ClientConfiguration }) => {
  const { text } = useConsole()
  const { fileName, content } = configuration
  return (
    <a
      class="button quiet small"
      download={fileName}
      href={`data:application/octet-stream;charset=utf-8,${encodeURIComponent(content)}`}
    >
      {text.key.download} <code>{fileName}</code>
    </a>
  )
}
