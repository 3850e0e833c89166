import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** A page as short lines: its title, its content, and what stands around the content on all pages. */
interface PageLines {
  title: string
  main: string[]
  shell: string[]
}

/** The longest line that holds an element with all that is in it. */
const lineWidth = 110

export function linesOfPage(html: string): PageLines {
  const document = parse(html)
  const [title] = elementsIn(document, 'title')
  const [main] = elementsIn(document, 'main')
  const shown = main === undefined ? [] : linesOf(main)
  if (main !== undefined) main.childNodes = []
  const [head, body] = [...elementsIn(document, 'html'), ...elementsIn(document, 'body')]
  const around = [head, body].filter((one) => one !== undefined)
  const language = around[0] && headOf(around[0])
  return {
    title: title === undefined ? '' : textOf(title),
    main: shown,
    shell: [language ?? '', ...elementsIn(document, 'head').flatMap(linesOf), ...(body ? linesOf(body) : [])],
  }
}

/** The elements of a name below a node, in the order of the document. */
export function elementsIn(node: Node, name: string): Element[] {
  return childrenOf(node).flatMap((child) => [
    ...(defaultTreeAdapter.isElementNode(child) && child.tagName === name ? [child] : []),
    ...elementsIn(child, name),
  ])
}

export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value

export function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value
  return childrenOf(node).map(textOf).join('')
}

function childrenOf(node: Node): Node[] {
  if ('content' in node) return childrenOf(node.content)
  return 'childNodes' in node ? node.childNodes : []
}

/** The children that a reader or a script meets. The token of a form stands with the form. */
const metIn = (element: Element): Node[] =>
  (isPictured(element) ? [] : childrenOf(element)).filter((child) =>
    defaultTreeAdapter.isTextNode(child)
      ? child.value.trim() !== ''
      : defaultTreeAdapter.isElementNode(child) && !isToken(child),
  )

const isToken = (node: Node): boolean =>
  defaultTreeAdapter.isElementNode(node) && attributeOf(node, 'name') === 'csrf'

/** Whether it is a picture of an address, which stands next to it. */
const isPictured = (element: Element): boolean => attributeOf(element, 'class') === 'qr-code'

function linesOf(node: Node, depth = 0): string[] {
  const indent = ' '.repeat(depth)
  const inLine = lineOf(node)
  if (defaultTreeAdapter.isTextNode(node) && node.value.trim().length > lineWidth) {
    return node.value
      .trim()
      .split('\n')
      .map((line) => indent + quoted(line))
  }
  if (indent.length + inLine.length <= lineWidth || !defaultTreeAdapter.isElementNode(node)) {
    return [indent + inLine]
  }
  return [indent + headOf(node), ...metIn(node).flatMap((child) => linesOf(child, depth + 1))]
}

function lineOf(node: Node): string {
  if (!defaultTreeAdapter.isElementNode(node)) return quoted(textOf(node))
  if (attributeOf(node, 'class') === 'icon-shape') return iconOf(node)
  const parts = metIn(node).map(lineOf)
  if (parts.length === 0) return headOf(node)
  return `${headOf(node)} ${parts.length === 1 ? parts[0] : `(${parts.join(', ')})`}`
}

/** An icon by the sum of its shape, and its size. */
const iconOf = (icon: Element): string =>
  `icon ${elementsIn(icon, 'path').map(headOf)} ${attributeOf(icon, 'width')}`

/** The sum of an address that holds a whole file. */
const dataSum = (value: string): string =>
  value.replace(/,.*/s, (data) => `,${Bun.hash.crc32(data).toString(16)}`)

const quoted = (text: string): string => `“${text.trim().replace(/\s+/g, ' ')}”`

function headOf(element: Element): string {
  const classes = (attributeOf(element, 'class') ?? '').split(' ').filter((one) => one !== '')
  const attributes = element.attrs.map(({ name, value }) => {
    if (name === 'class') return ''
    if (value.startsWith('data:')) return ` ${name}=${dataSum(value)}`
    if (name === 'd') return ` d=${Bun.hash.crc32(value).toString(16)}`
    if (value === '') return ` ${name}`
    return ` ${name}=${/^[^\s"]+$/.test(value) ? value : quoted(value)}`
  })
  const token = childrenOf(element).some(isToken) ? ' +token' : ''
  return [element.tagName, ...classes].join('.') + attributes.join('') + token
}
