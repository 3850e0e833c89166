/** Lets the keyboard, and whoever listens to the page, go on at the field that was refused, or at what was told. */
export function enhanceFocus(root: ParentNode): void {
  const refused = root.querySelector<HTMLElement>('[autofocus]')
  const next = refused ?? root.querySelector<HTMLElement>('[data-focus]')
  next?.focus()
}
