import type { Filter } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { nameCustody } from '../../portfolio/display-names.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { ChargeTable } from './charge-table.tsx'
import { FeeAmount, useDescribeCharge } from './fee-cells.tsx'
import styles from './fees.module.css'
import { allCharges, type Charges, chargesQuery, limitToDay, maxRows } from './use-fees.ts'

interface FeesDayCardProps {
  body: Filter
  /** The day selected in the chart. */
  day: string | null
  onDay: (day: string | null) => void
  className?: string | undefined
}

/** The number of largest charges: fewer when the selected day shares the card. */
const largestAlone = 10
const largestBeside = 4

/** The charges of the selected day, and the largest of the period. */
export function FeesDayCard({ body, day, onDay, className }: FeesDayCardProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const largest = useQuery(
    chargesQuery(body, allCharges, { limit: largestAlone, orderBy: '-calculated_fees' }),
  )
  if (day === null) {
    return (
      <Card className={className} title={text('fees_largest')}>
        <QuerySection query={largest} skeleton={<SkeletonRows rows={8} rowHeight={28} />}>
          {charges => <Largest charges={charges} most={largestAlone} />}
        </QuerySection>
      </Card>
    )
  }
  return (
    <Card
      className={className}
      title={text('fees_day_card')}
      note={format.weekday(day)}
      actions={
        <>
          <IconButton
            icon="external"
            size="small"
            label={text('fees_day_open')}
            onClick={() => void open({ kind: 'fees-day', date: day })}
          />
          <IconButton icon="close" size="small" label={text('fees_day_close')} onClick={() => onDay(null)} />
        </>
      }
    >
      <DayCharges body={body} day={day} />
      <h3 className={styles.heading}>{text('fees_largest')}</h3>
      <QuerySection query={largest} skeleton={<SkeletonRows rows={4} rowHeight={28} />}>
        {charges => <Largest charges={charges} most={largestBeside} />}
      </QuerySection>
    </Card>
  )
}

function DayCharges({ body, day }: { body: Filter; day: string }) {
  const query = useQuery(
    chargesQuery(limitToDay(body, day), allCharges, { limit: maxRows, orderBy: '-calculated_fees' }),
  )
  return (
    <QuerySection query={query} skeleton={<SkeletonRows rows={3} />}>
      {charges => <ChargeTable charges={charges} columns={['custodian', 'what', 'calculated_fees']} />}
    </QuerySection>
  )
}

function Largest({ charges, most }: { charges: Charges; most: number }) {
  const format = useFormat()
  const { open } = useModal()
  const describeCharge = useDescribeCharge()
  return (
    <ul className={styles.largest}>
      {charges.data.slice(0, most).map(charge => (
        <li key={charge.id}>
          <button type="button" onClick={() => void open({ kind: 'fees-day', date: charge.date })}>
            <span className={styles.quiet}>{format.date(charge.date)}</span>
            <span className={styles.charge}>
              <span title={describeCharge(charge)}>{describeCharge(charge)}</span>
              <small title={nameCustody(charge)}>{nameCustody(charge)}</small>
            </span>
            <FeeAmount value={charge.calculated_fees} />
          </button>
        </li>
      ))}
    </ul>
  )
}
