import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

/** The message of a failed system call; `undefined` for other errors, such as our own mistakes. */
export function systemReason(error: unknown): string | undefined {
  const isOfSystem = /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? '')
  return isOfSystem && error instanceof Error ? error.message : undefined
}
