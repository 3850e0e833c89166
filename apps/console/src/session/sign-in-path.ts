/** The page to sign in on, which leads to `target` afterwards. */
export const signInPath = (target: string): string =>
  target === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(target)}`
