/** @jsxImportSource hono/jsx */
import type { ApiKey, Image } from '@pictoglyph/site/language/records'
import { removedMetadata } from '@pictoglyph/web/page/removed-metadata'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { Bytes, Count, Time } from '../parts/numbers-and-times.tsx'
import { keyName } from '../parts/shown-name.ts'

/** Facts about an image: its upload, its file, and the removed metadata. */
export const ImageFacts = (props: {
  image: Image
  categoryName: string
  /** The key that sent it, if it still exists. */
  sentWith: ApiKey | undefined
  /** For its owner only. */
  fileName?: string
}) => {
  const { language, text: messages } = useConsole()
  const { image: text } = messages
  const { image, categoryName, sentWith, fileName = '' } = props
  const { file, removed } = image
  // A guest's upload has another hash than that of its file.
  const isPlainHash = image.keyId === null || sentWith?.isGuestLink === false
  return (
    <section class="card">
      <h2>{text.facts}</h2>
      <dl class="facts">
        {fileName === '' ? null : (
          <Fact term={text.fileName}>
            <bdi class="long">{fileName}</bdi>
          </Fact>
        )}
        <Fact term={text.uploaded}>
          <Time atMs={image.createdAtMs} />
        </Fact>
        <Fact term={text.end}>
          {image.expiresAtMs === null ? text.noEnd : <Time atMs={image.expiresAtMs} />}
        </Fact>
        <Fact term={text.category}>{categoryName}</Fact>
        {image.keyId === null ? null : (
          <Fact term={text.sentWith}>
            {sentWith === undefined ? (
              text.goneKey
            ) : (
              <a href={`/keys/${sentWith.id}`}>{keyName(messages, sentWith)}</a>
            )}
          </Fact>
        )}
        <Fact term={text.size}>
          <Bytes count={file.sizeBytes} />
        </Fact>
        <Fact term={text.dimensions}>{`${file.width} × ${file.height}`}</Fact>
        {file.frames > 1 ? (
          <Fact term={text.frames}>
            <Count of={file.frames} />
          </Fact>
        ) : null}
        <Fact term={text.type}>{file.type}</Fact>
        <Fact term={text.removed}>
          {removed.length === 0 ? text.nothingRemoved : removedMetadata(removed, language)}
        </Fact>
        {isPlainHash ? (
          <Fact term={text.sha256}>
            <code class="long">{image.receivedSha256}</code>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

export const Fact = ({ term, children }: { term: string; children: Child }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
