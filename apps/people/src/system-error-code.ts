/** The system's code of an error, such as `ENOENT`; `undefined` for another error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The message of the system, if it failed; a mistake in the program's own calls is none. */
export function systemReason(error: unknown): string | undefined {
  const isOfSystem = /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? '')
  return isOfSystem && error instanceof Error ? error.message : undefined
}
