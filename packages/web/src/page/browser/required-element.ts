/** An element that the page must have. @throws {Error} if it is missing */
export function requiredElement<Found extends Element>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** A copy of a template's only element. @throws {Error} if the template is empty */
export const copyOf = ({ content }: HTMLTemplateElement): HTMLElement =>
  requiredElement(document.importNode(content, true), '*')
