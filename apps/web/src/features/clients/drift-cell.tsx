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

/** Returns the largest drift, such as `+6.4 pp Equity`, and its band. */
export function useDriftTexts(): (drift: LargestDrift) => { points: string; band: string } {
  const text = useText()
  const format = useFormat()
  const points = usePointsText()
  const names = useDisplayNames()
  const edge = (share: number) =>
    format.percent(share, { decimals: isWholePercent(share) ? 0 : 2, sign: 'minus' })
  return ({ dimension, key, name, drift, state, min, max }) => ({
    points: text('clients_drift_of', {
      points: points(drift, decimals),
      name: dimension === 'position' ? name : names.group(dimension, key, name),
    }),
    band: text(state === 'within' ? 'clients_drift_band' : 'clients_drift_outside', {
      min: edge(min),
      max: edge(max),
    }),
  })
}

function isWholePercent(share: number): boolean {
  return Math.abs(share * 100 - Math.round(share * 100)) < 1e-6
}

/** The largest drift with its band; the reason where there is none. */
export function DriftCell({ client }: { client: ClientDrift }) {
  const text = useText()
  const texts = useDriftTexts()
  const drift = client.largest_drift
  if (drift === null) return <NoDrift gap={client.drift_gap} />
  const { points, band } = texts(drift)
  return (
    <span className={styles.drift} title={drift.is_partial ? text('clients_drift_partial') : undefined}>
      <TwoLines
        first={
          <span className={drift.state === 'within' ? undefined : styles.warn}>
            {points}
            {drift.is_partial && <span className="visually-hidden">{text('clients_drift_partial')}</span>}
          </span>
        }
        second={band}
      />
    </span>
  )
}

function NoDrift({ gap }: { gap: DriftGap | null }) {
  const text = useText()
  if (gap === null) return <Missing />
  return <span className={styles.quiet}>{text(`clients_drift_${gap}`)}</span>
}
