/** @jsxImportSource hono/jsx */
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { useConsole } from '../context/console-context.ts'
import { failureText } from '../text/failure-text.ts'

/** The reason of a refusal, in the visitor's language if there is a translation. */
export const FailureMessage = ({ of: facts }: { of: FailureFacts }) => {
  const { message, detail } = failureText(useConsole().text, facts)
  if (detail === undefined) return <>{message}</>
  return (
    <>
      {message}
      <span lang="en">{detail}</span>
    </>
  )
}
