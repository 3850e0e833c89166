import { type IconName, iconShapes } from '../../icon-shapes.ts'

/** Creates an element with properties. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

/** An icon that screen readers skip. */
export function icon(name: IconName): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', iconShapes[name])
  svg.append(path)
  return svg
}

/**
 * A button with an icon, and a short label for the bar on a phone.
 * @param act omit it for a button that the browser connects to a popover
 */
export function button(shape: IconName, words: string, act?: () => void, label = words): HTMLButtonElement {
  const made = element('button', { type: 'button', title: words, ariaLabel: words, className: shape })
  made.append(icon(shape), element('span', { className: 'label', textContent: label }))
  if (act) made.addEventListener('click', act)
  return made
}

/** A link with an icon and a short label. */
export function anchor(shape: IconName, words: string, label = words): HTMLAnchorElement {
  const made = element('a', { title: words, ariaLabel: words, className: shape })
  made.append(icon(shape), element('span', { className: 'label', textContent: label }))
  return made
}
