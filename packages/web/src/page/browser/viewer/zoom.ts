const maxScale = 8
/** A picture can always be enlarged to at least this many times its fitting size. */
const maxOfFit = 4
const wheelStep = 1.0015
const buttonStep = 1.25
const swipePixels = 60
const closingPixels = 90
/** Pictures above this ratio of height to width are read from top to bottom, in the width of the stage. */
const stripRatio = 3
/** Room above and below a picture that fits. */
const marginPixels = 12

interface Size {
  width: number
  height: number
}

/** Zooms a picture. The scale is CSS pixels per pixel of the picture's file: 1 is 100 %. */
export interface Zoom {
  /** Starts with another picture, fitted to the stage. */
  show(size: Size): void
  /** Fits the whole picture, or a strip in the stage's width from its top. */
  fit(): void
  /** Shows the picture pixel by pixel. */
  actualSize(): void
  /** One step larger or smaller around the middle; 100 % is a step on the way. */
  step(direction: 1 | -1): void
  /** Moves the visible part, if there is more of the picture. */
  pan(x: number, y: number): void
}

interface ZoomOptions {
  /** Called with the scale, and whether it is larger than the fitting one. */
  onScale: (scale: number, isClose: boolean) => void
  /** Called when the picture is swiped away while its full width is visible: 1 to the next, -1 to the previous. */
  onSwipe: (direction: 1 | -1) => void
  /** Called when a finger pulls the picture down from its top. */
  onPullDown: () => void
}

const isStrip = ({ width, height }: Size) => height > stripRatio * width

/** The width of a fitting picture, as CSS for a child of a size container; {@link enableZoom} computes the same. */
export function fittingWidth(size: Size): string {
  const byHeight = `(100cqh - ${marginPixels}px) * ${size.width / size.height}`
  return `min(100cqw, ${size.width}px${isStrip(size) ? '' : `, ${byHeight}`})`
}

/**
 * Zooms by wheel, double click and two fingers, pans by dragging, and swipes if the whole picture is visible. A double
 * click fits the picture, or shows it at 100 % if it fits already.
 */
export function enableZoom(stage: HTMLElement, picture: HTMLElement, options: ZoomOptions): Zoom {
  let size: Size = { width: 1, height: 1 }
  let scale = 1
  let isFitting = true
  let x = 0
  let y = 0
  const pointers = new Map<number, { x: number; y: number }>()
  let began = { x: 0, y: 0, isAtTop: true }
  let hasPinched = false

  const box = () => stage.getBoundingClientRect()
  /** The scale at which all of the picture is visible. */
  function wholeScale(): number {
    const { width, height } = box()
    return Math.min(1, width / size.width, Math.max(1, height - marginPixels) / size.height)
  }
  const fittingScale = () => (isStrip(size) ? Math.min(1, box().width / size.width) : wholeScale())
  /** How far the picture reaches beyond the stage at each side. */
  function slack(): { x: number; y: number } {
    const { width, height } = box()
    return {
      x: Math.max(0, (size.width * scale - width) / 2),
      y: Math.max(0, (size.height * scale - height) / 2),
    }
  }

  function draw(): void {
    const most = slack()
    x = Math.min(Math.max(x, -most.x), most.x)
    y = Math.min(Math.max(y, -most.y), most.y)
    const ofFitting = scale / fittingScale()
    move(x, y, isFitting ? 1 : ofFitting)
    stage.classList.toggle('close', most.x > 0 || most.y > 0)
    options.onScale(scale, ofFitting > 1.001)
  }

  function move(toX: number, toY: number, ofFitting: number): void {
    const isPlain = toX === 0 && toY === 0 && ofFitting === 1
    picture.style.transform = isPlain ? '' : `translate(${toX}px, ${toY}px) scale(${ofFitting})`
  }

  function showWhole(): void {
    isFitting = true
    scale = fittingScale()
    x = 0
    y = Number.MAX_SAFE_INTEGER
    draw()
  }

  /** Zooms and keeps the point of the picture at these window coordinates. */
  function zoomTo(wanted: number, clientX: number, clientY: number): void {
    const { left, top, width, height } = box()
    const [dx, dy] = [clientX - left - width / 2, clientY - top - height / 2]
    const most = Math.max(maxScale, fittingScale() * maxOfFit)
    const next = Math.min(Math.max(wanted, wholeScale()), most)
    x = dx - ((dx - x) * next) / scale
    y = dy - ((dy - y) * next) / scale
    scale = next
    isFitting = Math.abs(scale - fittingScale()) < 1e-6
    draw()
  }

  function zoomInMiddle(wanted: number): void {
    const { left, top, width, height } = box()
    zoomTo(wanted, left + width / 2, top + height / 2)
  }

  function pan(byX: number, byY: number): void {
    x += byX
    y += byY
    draw()
  }

  const spread = () => {
    const [one, other] = [...pointers.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }

  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const isReading = isFitting && slack().y > 0 && !event.ctrlKey
      if (isReading) pan(-event.deltaX, -event.deltaY)
      else zoomTo(scale * wheelStep ** -event.deltaY, event.clientX, event.clientY)
    },
    { passive: false },
  )
  stage.addEventListener('dblclick', ({ clientX, clientY }) => {
    if (isFitting) zoomTo(1, clientX, clientY)
    else showWhole()
  })
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    stage.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.size > 1) return
    began = { x: event.clientX, y: event.clientY, isAtTop: y >= slack().y - 1 }
    hasPinched = false
  })
  stage.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId)
    if (last === undefined) return
    const spreadBefore = spread()
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const most = slack()
    if (pointers.size === 2 && spreadBefore > 0) {
      hasPinched = true
      zoomTo((scale * spread()) / spreadBefore, event.clientX, event.clientY)
    } else if (most.x > 0 || most.y > 0) {
      pan(event.clientX - last.x, event.clientY - last.y)
    } else if (event.pointerType !== 'mouse' && !hasPinched) {
      follow(event.clientX - began.x, event.clientY - began.y)
    }
  })
  for (const name of ['pointerup', 'pointercancel'] as const) {
    stage.addEventListener(name, (event) => {
      if (!pointers.delete(event.pointerId) || pointers.size > 0) return
      draw()
      if (name === 'pointerup' && !hasPinched) swipe(event)
    })
  }
  new ResizeObserver(() => {
    // A closed viewer has no size.
    if (box().width === 0) return
    if (isFitting) showWhole()
    else draw()
  }).observe(stage)

  /** Moves the picture along with a finger, sideways or down. */
  function follow(byX: number, byY: number): void {
    const isSideways = Math.abs(byX) > Math.abs(byY)
    move(isSideways ? byX : 0, isSideways ? 0 : Math.max(0, byY), scale / fittingScale())
  }

  function swipe({ clientX, clientY, pointerType }: PointerEvent): void {
    const [byX, byY] = [clientX - began.x, clientY - began.y]
    const isSideways = Math.abs(byX) > Math.abs(byY)
    const isWide = slack().x > 0
    if (isSideways && !isWide && Math.abs(byX) > swipePixels) options.onSwipe(byX < 0 ? 1 : -1)
    const isPulled = !isSideways && byY > closingPixels && began.isAtTop && !isWide
    if (isPulled && pointerType !== 'mouse') options.onPullDown()
  }

  return {
    show(shown) {
      size = shown
      showWhole()
    },
    fit: showWhole,
    actualSize: () => zoomInMiddle(1),
    step(direction) {
      const next = scale * buttonStep ** direction
      const passesActualSize = scale < 0.999 ? next > 1 : scale > 1.001 && next < 1
      zoomInMiddle(passesActualSize ? 1 : next)
    },
    pan,
  }
}
