/** @jsxImportSource hono/jsx */
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { useConsole } from '../context/console-context.ts'
import { failureText } from '../text/failure-text.ts'

/** Why something was refused, in the reader's language where there is a sentence for it. */
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
