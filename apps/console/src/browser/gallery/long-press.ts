import { boxOf, cardOf } from './cards.ts'

const longMs = 450
const movedPixels = 10

/** On a touch screen a long press selects the first image; then taps select. */
export function enhanceLongPress(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-selection]')) {
    let timer: ReturnType<typeof setTimeout> | undefined
    let from: PointerEvent | undefined
    let isLong = false
    const stop = () => clearTimeout(timer)
    form.addEventListener('pointerdown', (event) => {
      isLong = false
      stop()
      const box = boxOf(event.target)
      if (event.pointerType === 'mouse' || !box || form.hasAttribute('data-has-selection')) return
      from = event
      timer = setTimeout(() => {
        isLong = true
        box.click()
        navigator.vibrate?.(10)
      }, longMs)
    })
    form.addEventListener('pointermove', (event) => {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > movedPixels) stop()
    })
    form.addEventListener('pointerup', stop)
    form.addEventListener('pointercancel', stop)
    // Lifting the finger must not open the image, nor holding it the browser's menu.
    form.addEventListener(
      'click',
      (event) => {
        if (!isLong || !event.isTrusted) return
        isLong = false
        event.preventDefault()
        event.stopPropagation()
      },
      { capture: true },
    )
    form.addEventListener('contextmenu', (event) => {
      if (cardOf(event.target) && event instanceof PointerEvent && event.pointerType === 'touch')
        event.preventDefault()
    })
  }
}
