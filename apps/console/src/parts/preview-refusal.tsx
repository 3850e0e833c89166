/** @jsxImportSource hono/jsx */
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { useConsole } from '../context/console-context.ts'
import { FailureMessage } from './failure-message.tsx'

/** Why a form has no preview, unless one of its fields already shows it. */
export const PreviewRefusal = ({ of: facts }: { of: FailureFacts }) => {
  const { refusal, text } = useConsole()
  return refusal === undefined ? (
    <p>
      <FailureMessage of={facts} />
    </p>
  ) : (
    <p class="muted">{text.common.previewLater}</p>
  )
}
