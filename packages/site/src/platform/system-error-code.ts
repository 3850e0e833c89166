/** The `errno` name of a system error (`ENOSPC`, `EIO`…), if it has one. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
