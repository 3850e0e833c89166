/** Selecting many: all at once, a range with the shift key, and a count of them. */
export function enhanceSelections(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-selection]')) enhance(form)
}

function enhance(form: HTMLFormElement): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[data-selectable] input[type="checkbox"]')]
  const count = form.querySelector<HTMLElement>('[data-selection-count]')
  const allLabel = form.querySelector<HTMLElement>('[data-select-all-box]')
  const all = allLabel?.querySelector('input')
  if (!count || !allLabel || !all) return
  const hint = count.textContent
  let last: HTMLInputElement | undefined
  allLabel.hidden = false

  function tell(): void {
    const selected = boxes.filter((box) => box.checked).length
    form.toggleAttribute('data-has-selection', selected > 0)
    if (count)
      count.textContent = selected === 0 ? hint : (count.dataset.label ?? '').replace('#', String(selected))
    if (!all) return
    all.checked = selected === boxes.length
    all.indeterminate = selected > 0 && selected < boxes.length
  }

  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
    tell()
  })
  for (const box of boxes) {
    box.addEventListener('click', (event) => {
      if (event.shiftKey && last) selectBetween(boxes, last, box)
      last = box
      tell()
    })
  }
  // A page that is gone back to keeps its ticks.
  addEventListener('pageshow', tell)
}

function selectBetween(boxes: HTMLInputElement[], from: HTMLInputElement, to: HTMLInputElement): void {
  const ends = [boxes.indexOf(from), boxes.indexOf(to)]
  for (const box of boxes.slice(Math.min(...ends), Math.max(...ends) + 1)) box.checked = to.checked
}
