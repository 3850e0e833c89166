/** The element that a page must have. @throws {Error} if it has none */
export function requiredElement<Found extends Element>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** A copy of the one element that a template holds. @throws {Error} if the template is empty */
export const copyOf = ({ content }: HTMLTemplateElement): HTMLElement =>
  requiredElement(document.importNode(content, true), '*')
