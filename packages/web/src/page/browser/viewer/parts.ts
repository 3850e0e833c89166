/** What stands on the viewer's buttons, drawn in lines on 24 × 24. */
const shapes = {
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  formats: 'M6 9l6 6 6-6',
  download: 'M12 4v11m-5-4.5l5 5 5-5M5 20h14',
  facts: 'M12 11v6m0-9.5v.01M12 3a9 9 0 100 18 9 9 0 000-18z',
  remove: 'M5 7h14M10 7V4h4v3m-7 0l1 13h8l1-13',
  openPage: 'M14 5h5v5m0-5l-8 8M11 6H6v12h12v-5',
  edit: 'M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3',
  keys: 'M9.2 9.2a2.9 2.9 0 115 2c-1.2 1-2.2 1.5-2.2 3m0 3.3v.01',
  zoomOut: 'M6 12h12',
  zoomIn: 'M6 12h12M12 6v12',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
}

/** The name of a drawing. */
type Shape = keyof typeof shapes

/** An element with properties. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

/** A drawing that says nothing to a screen reader. */
export function icon(name: Shape): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', shapes[name])
  svg.append(path)
  return svg
}

/**
 * A button with a drawing, and a short label for a bar of a phone.
 * @param act is left out of a button that the browser lets open something
 */
export function button(shape: Shape, words: string, act?: () => void, label = words): HTMLButtonElement {
  const made = element('button', { type: 'button', title: words, ariaLabel: words, className: shape })
  made.append(icon(shape), element('span', { className: 'label', textContent: label }))
  if (act) made.addEventListener('click', act)
  return made
}

/** A link with a drawing, likewise. */
export function anchor(shape: Shape, words: string, label = words): HTMLAnchorElement {
  const made = element('a', { title: words, ariaLabel: words, className: shape })
  made.append(icon(shape), element('span', { className: 'label', textContent: label }))
  return made
}
