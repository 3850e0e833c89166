/** A copy of the one element that a template holds. */
export function cloneTemplate(template: HTMLTemplateElement): HTMLElement {
  const element = template.content.firstElementChild?.cloneNode(true)
  if (!(element instanceof HTMLElement)) throw new Error('a template is empty')
  return element
}
