import { generate } from 'lean-qr'
import { useMemo } from 'react'
import { useText } from '../../../lib/i18n/i18n.ts'
import styles from './two-factor.module.css'

/** The quiet zone around a QR code, in modules. */
const margin = 4

/** A QR code as one SVG path. Dark on white in both themes, as scanners expect. */
export function QrCode({ value }: { value: string }) {
  const text = useText()
  const { path, size } = useMemo(() => buildPath(value), [value])
  return (
    <svg
      role="img"
      aria-label={text('two_factor_qr')}
      className={styles.code}
      viewBox={`${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

/** Draws the runs of dark modules row by row. */
function buildPath(value: string): { path: string; size: number } {
  const code = generate(value)
  const runs: string[] = []
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const start = x
      while (code.get(x + 1, y)) x++
      runs.push(`M${start} ${y}h${x - start + 1}v1H${start}Z`)
    }
  }
  return { path: runs.join(''), size: code.size }
}
