/** The commit of an executable, set by `deploy/release`; empty elsewhere. */
export const builtFrom: string = ''
