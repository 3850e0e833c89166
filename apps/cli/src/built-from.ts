/** The commit in an executable, which `deploy/release` writes here; elsewhere it is empty. */
export const builtFrom: string = ''
