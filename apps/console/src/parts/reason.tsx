/** @jsxImportSource hono/jsx */
import { FailureSentence } from './failure-sentence.tsx'

/** What the site has against an input. */
export const Reason = ({ of: reason }: { of: string }) => (
  <FailureSentence of={{ code: 'BAD_REQUEST', reason }} />
)
