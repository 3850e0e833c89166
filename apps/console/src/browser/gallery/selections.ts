import { boxOf } from './cards.ts'

/** Selects many: all at once, or a range with the shift key or by dragging; shows their number. */
export function enhanceSelections(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-selection]')) enhance(form)
}

/** The checkboxes of a list that grows while scrolling. */
function boxesIn(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('[data-selectable] input[type="checkbox"]')]
}

function enhance(form: HTMLFormElement): void {
  const count = form.querySelector<HTMLElement>('[data-selection-count]')
  const allLabel = form.querySelector<HTMLElement>('[data-select-all-box]')
  const all = allLabel?.querySelector('input')
  if (!count || !allLabel || !all) return
  const hint = count.textContent
  const matches = Number(allLabel.dataset.matches ?? Number.NaN)
  let last: HTMLInputElement | undefined
  allLabel.hidden = false

  function tell(): void {
    const boxes = boxesIn(form)
    const ticked = boxes.filter((box) => box.checked).length
    const isAll = all?.name === 'all' && all.checked
    const selected = isAll ? matches : ticked
    form.toggleAttribute('data-has-selection', selected > 0)
    if (count)
      count.textContent =
        selected === 0
          ? hint
          : (count.dataset.label ?? '').replace('#', selected.toLocaleString(document.documentElement.lang))
    if (!all || isAll) return
    all.checked = all.name !== 'all' && ticked > 0 && ticked === boxes.length
    all.indeterminate = ticked > 0 && !all.checked
  }

  all.addEventListener('change', () => {
    for (const box of boxesIn(form)) box.checked = all.checked
    tell()
  })
  form.addEventListener('click', (event) => {
    const box = event.target
    if (!(box instanceof HTMLInputElement) || box.name !== 'id') return
    if (!box.checked && all.name === 'all') all.checked = false
    if (event.shiftKey && last) selectBetween(boxesIn(form), last, box)
    last = box
    tell()
  })
  // While images are selected, a click on a picture selects it too.
  form.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('.card-image a') : null
    const box = boxOf(link)
    const isPlain = !event.ctrlKey && !event.metaKey && event.detail > 0
    if (!box || !isPlain || !form.hasAttribute('data-has-selection')) return
    event.preventDefault()
    event.stopPropagation()
    box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }))
  })
  form.addEventListener('keydown', (event) => {
    const isInField = event.target instanceof Element && event.target.matches('select, [type="text"]')
    if (event.key !== 'Escape' || isInField || !form.hasAttribute('data-has-selection')) return
    for (const box of boxesIn(form)) box.checked = false
    all.checked = false
    tell()
  })
  // Enter presses the button beneath the field, not the first button of the form.
  form.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type !== 'text') return
    const button = target.closest('.bulk-panel > .field')?.nextElementSibling
    if (!(button instanceof HTMLButtonElement)) return
    event.preventDefault()
    button.click()
  })
  form.addEventListener('reset', () => setTimeout(tell))
  form.addEventListener('grown', () => {
    if (all.name === 'all' && all.checked) for (const box of boxesIn(form)) box.checked = true
    tell()
  })
  enableDragging(form, tell)
  // On going back, the browser restores the ticks.
  addEventListener('pageshow', tell)
}

/** Dragging with a mouse from one checkbox over pictures sets all of them like the first. */
function enableDragging(form: HTMLFormElement, tell: () => void): void {
  let from: HTMLInputElement | undefined
  let before = new Map<HTMLInputElement, boolean>()
  let isDragging = false
  form.addEventListener('pointerdown', (event) => {
    const isOnBox = event.target instanceof Element && event.target.closest('.pick') !== null
    if (event.pointerType !== 'mouse' || event.button !== 0 || !isOnBox) return
    from = boxOf(event.target) ?? undefined
    before = new Map(boxesIn(form).map((box) => [box, box.checked]))
    isDragging = false
  })
  form.addEventListener('pointerover', (event) => {
    const box = from && boxOf(event.target)
    if (!from || !box || (!isDragging && box === from)) return
    isDragging = true
    const boxes = boxesIn(form)
    const ends = [boxes.indexOf(from), boxes.indexOf(box)]
    const wanted = !before.get(from)
    for (const [index, one] of boxes.entries()) {
      const isWithin = index >= Math.min(...ends) && index <= Math.max(...ends)
      one.checked = isWithin ? wanted : (before.get(one) ?? one.checked)
    }
    tell()
  })
  // A drag from a checkbox must not also click it.
  form.addEventListener('click', (event) => isDragging && event.preventDefault(), { capture: true })
  addEventListener('pointerup', () => {
    from = undefined
    setTimeout(() => {
      isDragging = false
    })
  })
}

function selectBetween(boxes: HTMLInputElement[], from: HTMLInputElement, to: HTMLInputElement): void {
  const ends = [boxes.indexOf(from), boxes.indexOf(to)]
  for (const box of boxes.slice(Math.min(...ends), Math.max(...ends) + 1)) box.checked = to.checked
}
