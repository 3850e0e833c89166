/** @jsxImportSource hono/jsx */
import { type ApiKey, type Category, type ClientConfiguration, clientConfigurations } from '@pictoglyph/core'
import { useConsole } from '../context/console-context.ts'
import { CopyButton, CopyField } from '../parts/copy-field.tsx'

/** Stands where a key would, on every page but the one that shows it. */
const unknownKey = 'YOUR_API_KEY'

/** The first category that a key may upload to, for uploads that have to name one. */
export function categoryFor({ binding }: ApiKey, categories: readonly Category[]): string | undefined {
  const isOpen = (id: string) => binding.categoryIds === undefined || binding.categoryIds.includes(id)
  return categories.find(({ enabled, id }) => enabled && isOpen(id))?.id
}

/** How programs are set up to use a key. The secret stands in only on the page that shows it. */
export const KeyConfigurations = (props: {
  apiKey: ApiKey
  secret: string | undefined
  categories: readonly Category[]
}) => {
  const { text, services } = useConsole()
  const { defaultCategoryId, binding } = props.apiKey
  const imagesUrl = services.urls.images
  const configurations = clientConfigurations({
    imagesUrl,
    key: props.secret ?? unknownKey,
    categoryId: defaultCategoryId === null ? (categoryFor(props.apiKey, props.categories) ?? null) : null,
    albumId: binding.albumIds?.[0] ?? null,
  })
  return (
    <section class="card stack">
      <h2>{text.key.use}</h2>
      <CopyField label={text.key.address} value={`${imagesUrl.replace(/\/+$/, '')}/api/v1/upload`} />
      <p>{props.secret === undefined ? text.key.configurationsHint(unknownKey) : text.key.configurations}</p>
      <div class="clients">
        {configurations.map((configuration) => (
          <Client configuration={configuration} />
        ))}
      </div>
    </section>
  )
}

const Client = ({ configuration }: { configuration: ClientConfiguration }) => {
  const { text, language } = useConsole()
  const { name, fileName, content, steps } = configuration
  return (
    <details class="client">
      <summary>{name}</summary>
      <div class="stack">
        <ol>
          {steps[language].map((step) => (
            <li>{step}</li>
          ))}
        </ol>
        <pre tabindex={0}>{content}</pre>
        <div class="together">
          <CopyButton label={name} value={content} />
          <a
            class="button quiet small"
            download={fileName}
            href={`data:application/octet-stream;charset=utf-8,${encodeURIComponent(content)}`}
          >
            {text.key.download} <code>{fileName}</code>
          </a>
        </div>
      </div>
    </details>
  )
}
