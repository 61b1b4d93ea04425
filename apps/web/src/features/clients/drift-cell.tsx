import type { DriftGap, LargestDrift } from '@plumbline/contract'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Missing } from '../../ui/display/figure.tsx'
import styles from './clients.module.css'
import { TwoLines } from './two-lines.tsx'

interface ClientDrift {
  largest_drift: LargestDrift | null
  drift_gap: DriftGap | null
}

/** Points have one decimal, as shares of the list have. */
const decimals = 1

/** Returns the largest drift in one line, such as `+6.4 pp Equity`; null where there is none. */
export function useDriftText(): (drift: LargestDrift | null) => string | null {
  const text = useText()
  const points = usePointsText()
  const names = useDisplayNames()
  return drift => {
    if (drift === null) return null
    const { dimension, key, name } = drift
    return text('clients_drift_of', {
      points: points(drift.drift, decimals),
      name: dimension === 'position' ? name : names.group(dimension, key, name),
    })
  }
}

/** The largest drift with its band; a dash with the reason where there is none. */
export function DriftCell({ client }: { client: ClientDrift }) {
  const text = useText()
  const format = useFormat()
  const drift = client.largest_drift
  const line = useDriftText()(drift)
  if (drift === null) return <NoDrift gap={client.drift_gap} />
  const isOutside = drift.state !== 'within'
  const edge = (share: number) =>
    format.percent(share, { decimals: share * 100 === Math.round(share * 100) ? 0 : 2 })
  const band = { min: edge(drift.min), max: edge(drift.max) }
  return (
    <span title={drift.is_partial ? text('clients_drift_partial') : undefined}>
      <TwoLines
        first={
          <span className={isOutside ? styles.warn : undefined}>
            {line}
            {drift.is_partial && <span className="visually-hidden">{text('clients_drift_partial')}</span>}
          </span>
        }
        second={text(isOutside ? 'clients_drift_outside' : 'clients_drift_band', band)}
      />
    </span>
  )
}

function NoDrift({ gap }: { gap: DriftGap | null }) {
  const text = useText()
  if (gap === null) return <Missing />
  return <span className={styles.quiet}>{text(`clients_drift_${gap}`)}</span>
}
