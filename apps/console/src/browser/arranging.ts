const kind = 'application/x-pictoglyph-place'

/** Makes items draggable into a new order; without a script there are buttons. */
export function enhanceArranging(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-arranging]')) {
    const list = form.parentElement
    if (list) enhance(form, list)
  }
}

/** Controls on an item; dragging does not start on them. */
const controls = '.pick, input, textarea, button, summary, .confirm-panel'

function enhance(form: HTMLFormElement, list: HTMLElement): void {
  let dragged: HTMLElement[] = []
  /** The item next to the drop position. */
  let target: { item: HTMLElement; isAfter: boolean } | undefined
  let isOnControl = false
  const items = () => [...list.querySelectorAll<HTMLElement>('[data-arranged]')]
  const itemAt = (place: EventTarget | null) =>
    place instanceof Element ? place.closest<HTMLElement>('[data-arranged]') : null
  const prepare = () => {
    for (const item of items()) item.draggable = true
  }

  function aimAt(next: typeof target): void {
    target?.item.classList.remove('drop-before', 'drop-after')
    target = next
    target?.item.classList.add(target.isAfter ? 'drop-after' : 'drop-before')
  }

  list.addEventListener('pointerdown', ({ target }) => {
    isOnControl = target instanceof Element && target.closest(controls) !== null
  })
  list.addEventListener('dragstart', (event) => {
    const item = itemAt(event.target)
    if (item === null || event.dataTransfer === null) return
    if (isOnControl) return event.preventDefault()
    const isTicked = (one: HTMLElement) =>
      one.querySelector<HTMLInputElement>('.pick input')?.checked === true
    dragged = isTicked(item) ? items().filter(isTicked) : [item]
    event.dataTransfer.setData(kind, '')
    event.dataTransfer.effectAllowed = 'move'
    for (const one of dragged) one.classList.add('is-dragged')
  })
  list.addEventListener('dragover', (event) => {
    const item = itemAt(event.target)
    if (dragged.length === 0) return
    event.preventDefault()
    if (item === null) return
    aimAt(dragged.includes(item) ? undefined : { item, isAfter: isBehind(item, event) })
  })
  list.addEventListener('drop', (event) => {
    if (dragged.length === 0 || target === undefined) return
    event.preventDefault()
    const { item, isAfter } = target
    const rest = items().filter((one) => !dragged.includes(one))
    const next = isAfter ? rest[rest.indexOf(item) + 1] : item
    if (isAfter) item.after(...dragged)
    else item.before(...dragged)
    send(form, dragged, next)
  })
  list.addEventListener('dragend', () => {
    for (const one of dragged) one.classList.remove('is-dragged')
    dragged = []
    aimAt(undefined)
  })
  list.addEventListener('grown', prepare)
  prepare()
}

/** Whether the pointer is in the second half of an item: right of its middle, or in a list of rows below it. */
function isBehind(item: HTMLElement, { clientX, clientY }: DragEvent): boolean {
  const { left, top, width, height } = item.getBoundingClientRect()
  return item.closest('.rows') === null ? clientX > left + width / 2 : clientY > top + height / 2
}

/** Sends the form; the page in the answer shows the new order. */
function send(form: HTMLFormElement, moved: readonly HTMLElement[], next: HTMLElement | undefined): void {
  for (const { dataset } of moved) {
    const id = Object.assign(document.createElement('input'), { type: 'hidden', name: 'id' })
    id.value = dataset.arranged ?? ''
    form.append(id)
  }
  const before = form.elements.namedItem('before')
  if (before instanceof HTMLInputElement) before.value = next?.dataset.arranged ?? ''
  form.requestSubmit()
}
