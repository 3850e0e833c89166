/** Does what may wait once the browser has shown the answer to a press. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
