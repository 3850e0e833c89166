import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

/** The message of the system, if it failed; a mistake in the program's own calls is none. */
export function systemReason(error: unknown): string | undefined {
  const isOfSystem = /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? '')
  return isOfSystem && error instanceof Error ? error.message : undefined
}
