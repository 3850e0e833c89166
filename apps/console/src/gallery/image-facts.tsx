/** @jsxImportSource hono/jsx */
import type { Image } from '@pictoglyph/core'
import { removedMetadata } from '@pictoglyph/http/page/removed-metadata'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { Bytes, Count, Time } from '../parts/numbers-and-times.tsx'

/** What is known of an image: when it came, what its file is, and what was taken out of it. */
export const ImageFacts = ({ image, categoryName }: { image: Image; categoryName: string }) => {
  const {
    language,
    text: { image: text },
  } = useConsole()
  const { file, removed } = image
  return (
    <section class="card">
      <h2>{text.facts}</h2>
      <dl class="facts">
        <Fact term={text.uploaded}>
          <Time atMs={image.createdAtMs} />
        </Fact>
        <Fact term={text.category}>{categoryName}</Fact>
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
        <Fact term={text.sha256}>
          <code class="long">{image.receivedSha256}</code>
        </Fact>
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
