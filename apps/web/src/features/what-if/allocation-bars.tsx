import type { TargetDimension } from '@plumbline/contract'
import { useText } from '../../lib/i18n/i18n.ts'
import { instrumentColour, rankColours } from '../../portfolio/instrument-colours.ts'
import { ShareBar } from '../../ui/chart/share-bar.tsx'
import type { ComparedRow } from './use-what-if.ts'
import styles from './what-if.module.css'

interface AllocationBarsProps {
  rows: readonly ComparedRow[]
  dimension: TargetDimension
}

/** The allocation before and after, one bar above the other. */
export function AllocationBars({ rows, dimension }: AllocationBarsProps) {
  const text = useText()
  const shares = rows.filter(({ section }) => section === 'allocation')
  const parts = (side: 'before' | 'after') =>
    shares.map((row, place) => ({
      key: row.key,
      label: row.name,
      value: row[side],
      colour:
        dimension === 'instrument_type'
          ? instrumentColour(row.key)
          : (rankColours[place % rankColours.length] ?? ''),
    }))
  if (shares.length === 0) return null
  return (
    <div className={styles.bars}>
      {(['before', 'after'] as const).map(side => (
        <div key={side} className={styles.bar}>
          <span>{text(`what_if_${side}`)}</span>
          <ShareBar parts={parts(side)} />
        </div>
      ))}
    </div>
  )
}
