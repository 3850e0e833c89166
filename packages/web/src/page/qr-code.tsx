/** @jsxImportSource hono/jsx */
import { generate } from 'lean-qr'

/** The light margin that scanners need, in modules (ISO/IEC 18004, 5.3.8 requires four; it is drawn on white). */
const margin = 4

/**
 * An address as a QR code: dark on light in any theme, as scanners expect it.
 * @param props.label its accessible name
 */
export const QrCode = ({ address, label }: { address: string; label: string }) => {
  const code = generate(address)
  const side = code.size + 2 * margin
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
      <path fill="#000" d={darkRuns(code).join('')} />
    </svg>
  )
}

/** A rectangle for each run of dark modules in a row. */
function darkRuns(code: { size: number; get(x: number, y: number): boolean }): string[] {
  const runs: string[] = []
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const from = x
      while (code.get(x + 1, y)) x++
      const width = x + 1 - from
      runs.push(`M${from + margin} ${y + margin}h${width}v1h-${width}z`)
    }
  }
  return runs
}
