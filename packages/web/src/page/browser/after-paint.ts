/** Runs work that can wait until the browser has painted the response to a press. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
