/** @jsxImportSource hono/jsx */
import { failureText } from '../text/failure-text.ts'
import { useVisit } from '../visit/visit-context.ts'

/** What the site has against an input, in the reader's language where there is a sentence for it. */
export const Reason = ({ of: reason }: { of: string }) => {
  const { sentence, detail } = failureText(useVisit().text, { code: 'BAD_REQUEST', reason })
  if (detail === undefined) return <>{sentence}</>
  return (
    <>
      {sentence} <span lang="en">{detail}</span>
    </>
  )
}
