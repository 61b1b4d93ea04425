import { treemap } from '@plumbline/charts'
import { classNames } from '../class-names.ts'
import styles from './treemap.module.css'
import { useWidth } from './use-width.ts'

export interface TreemapItem {
  key: string
  label: string
  /** The size; short positions have one too and are hatched. Zero has no tile. */
  value: number | null
  /** The text under the name, where there is room. */
  note: string
  colour: string
}

interface TreemapProps {
  label: string
  parts: readonly TreemapItem[]
  height: number
  onOpen: (key: string) => void
}

const gapPx = 2

/** Shares of a total as proportional tiles. Each is a button that opens its item. */
export function Treemap({ label, parts, height, onOpen }: TreemapProps) {
  const [frame, width] = useWidth<HTMLUListElement>()
  const tiles = treemap(
    parts.map(({ value }) => (value === null ? null : Math.abs(value))),
    width,
    height,
  )
  return (
    <ul ref={frame} className={styles.map} style={{ height }} aria-label={label}>
      {tiles.map(tile => {
        const part = parts[tile.index]
        if (part === undefined) return null
        const isRoomy = tile.width > 64 && tile.height > 40
        return (
          <li
            key={part.key}
            className={styles.tile}
            style={{
              left: tile.x,
              top: tile.y,
              width: Math.max(0, tile.width - gapPx),
              height: Math.max(0, tile.height - gapPx),
            }}
          >
            <button
              type="button"
              className={classNames(styles.button, (part.value ?? 0) < 0 && styles.short)}
              style={{
                borderTopColor: part.colour,
                backgroundColor: `color-mix(in srgb, ${part.colour} 26%, var(--surface-1))`,
              }}
              title={`${part.label} ${part.note}`}
              aria-label={`${part.label}, ${part.note}`}
              onClick={() => onOpen(part.key)}
            >
              {isRoomy && (
                <>
                  <span className={styles.name}>{part.label}</span>
                  <span className={styles.note}>{part.note}</span>
                </>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
