import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../../lib/i18n/i18n.ts'
import styles from './master.module.css'
import { MasterSection } from './master-section.tsx'
import { historyQuery, type Instrument } from './use-instruments.ts'

const ownLabels: Readonly<Record<string, string>> = {
  name: 'name',
  country: 'country',
  currency: 'master_listing_currency',
  exchange: 'master_mic',
  contract_expiration: 'instrument_expiration',
  instrument_type: 'instrument_type',
  coupons_per_year: 'asset_field_payments_per_year',
  day_count: 'asset_field_day_count',
  ex_coupon_days: 'instrument_ex_days',
  option_right: 'instrument_right',
  base_currency: 'asset_field_base_currency',
  merged: 'master_field_merged',
  merged_into: 'master_field_merged_into',
}

/** Fields have their label; other kinds of identifiers are written as they are known. */
function fieldName(field: string): string {
  return textIfAny(ownLabels[field] ?? `instrument_${field}`) ?? field.toUpperCase()
}

/** Coupons are stored as fractions and labelled in percent. */
function shownValue(field: string, value: string | null): string | null {
  const fraction = Number(value)
  if (field !== 'coupon' || value === null || Number.isNaN(fraction)) return value
  return String(Number((fraction * 100).toPrecision(12)))
}

/** Who changed what, newest first. */
export function MasterHistory({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery(historyQuery(instrument.id))
  if (!data) return null
  return (
    <MasterSection
      title={text('master_history')}
      {...(data.count === 0 && { note: text('master_no_history') })}
    >
      {data.count > 0 && (
        <ul className={styles.list}>
          {data.data.map(({ id, field, old, new: now, changed_at, changed_by }) => (
            <li key={id}>
              <span>
                {text('master_change', {
                  field: fieldName(field),
                  old: shownValue(field, old) ?? text('master_nothing'),
                  new: shownValue(field, now) ?? text('master_nothing'),
                })}
              </span>
              <span className={styles.quiet}>
                {text('master_by', {
                  date: format.date(changed_at.slice(0, 10)),
                  name: changed_by?.name ?? text('master_by_system'),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </MasterSection>
  )
}
