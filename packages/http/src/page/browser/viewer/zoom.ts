const maxScale = 12
const wheelStep = 1.0015
const swipePixels = 60

/** A picture that can be looked at closely. */
export interface Zoom {
  /** Shows all of it again. */
  reset(): void
  /** Makes it larger or smaller around the middle. */
  by(factor: number): void
  isClose(): boolean
}

interface ZoomOptions {
  /** Called when the picture is looked at more closely than before, so that its own file can be shown. */
  onClose: () => void
  /** Called when the whole picture is visible and it is swiped away: 1 to the next, -1 to the previous. */
  onSwipe: (direction: 1 | -1) => void
}

/** Zooms by wheel, double click and two fingers, pans by dragging, and swipes if the whole picture is visible. */
export function enableZoom(stage: HTMLElement, picture: HTMLElement, options: ZoomOptions): Zoom {
  let scale = 1
  let x = 0
  let y = 0
  const pointers = new Map<number, { x: number; y: number }>()
  let began: { x: number; y: number } | undefined
  let hasPinched = false

  function show(): void {
    const { width, height } = stage.getBoundingClientRect()
    const [slackX, slackY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2]
    x = Math.min(Math.max(x, -slackX), slackX)
    y = Math.min(Math.max(y, -slackY), slackY)
    picture.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    stage.classList.toggle('close', scale > 1)
  }

  /** The point of the picture at this place of the window stays there. */
  function zoomAt(factor: number, clientX: number, clientY: number): void {
    const box = stage.getBoundingClientRect()
    const [dx, dy] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2]
    const next = Math.min(Math.max(scale * factor, 1), maxScale)
    if (scale === 1 && next > 1) options.onClose()
    x = dx - ((dx - x) * next) / scale
    y = dy - ((dy - y) * next) / scale
    scale = next
    show()
  }

  function zoomInMiddle(factor: number): void {
    const { left, top, width, height } = stage.getBoundingClientRect()
    zoomAt(factor, left + width / 2, top + height / 2)
  }

  const spread = () => {
    const [one, other] = [...pointers.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }

  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoomAt(wheelStep ** -event.deltaY, event.clientX, event.clientY)
    },
    { passive: false },
  )
  stage.addEventListener('dblclick', ({ clientX, clientY }) => {
    if (scale > 1) zoomAt(1 / scale, clientX, clientY)
    else zoomAt(2.5, clientX, clientY)
  })
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    stage.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.size === 1) {
      began = { x: event.clientX, y: event.clientY }
      hasPinched = false
    }
  })
  stage.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId)
    if (last === undefined) return
    const spreadBefore = spread()
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.size === 2 && spreadBefore > 0) {
      hasPinched = true
      zoomAt(spread() / spreadBefore, event.clientX, event.clientY)
    } else if (scale > 1) {
      x += event.clientX - last.x
      y += event.clientY - last.y
      show()
    }
  })
  for (const name of ['pointerup', 'pointercancel'] as const) {
    stage.addEventListener(name, (event) => {
      if (!pointers.delete(event.pointerId) || pointers.size > 0) return
      const moved = event.clientX - (began?.x ?? event.clientX)
      const isSwipe = name === 'pointerup' && scale === 1 && !hasPinched && Math.abs(moved) > swipePixels
      if (isSwipe) options.onSwipe(moved < 0 ? 1 : -1)
    })
  }

  return {
    reset() {
      scale = 1
      x = 0
      y = 0
      show()
    },
    by: zoomInMiddle,
    isClose: () => scale > 1,
  }
}
