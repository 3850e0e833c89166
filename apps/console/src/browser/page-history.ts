/** What a form has led to stands in the history as a page to go back to, which sends nothing again when it is reloaded. */
export function enhanceHistory({ dataset }: HTMLElement): void {
  if (dataset.address !== undefined) history.replaceState(null, '', dataset.address)
}
