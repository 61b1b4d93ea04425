import type { TargetDimension } from '@plumbline/contract'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Weight } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Missing } from '../../ui/display/figure.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { TypedBucket } from './bucket-values.ts'
import styles from './targets.module.css'

interface BucketFieldsProps {
  dimension: TargetDimension
  rows: readonly TypedBucket[]
  onChange: (rows: TypedBucket[]) => void
}

const parts = ['weight', 'min', 'max'] as const

/** Target and band of each group, in percent. */
export function BucketFields({ dimension, rows, onChange }: BucketFieldsProps) {
  const text = useText()
  const offered = useOfferedGroups(dimension).filter(({ value }) => !rows.some(({ key }) => key === value))
  return (
    <>
      <table className={styles.buckets}>
        <thead>
          <tr>
            <th scope="col">{text('targets_group')}</th>
            <th scope="col" className={styles.end}>
              {text('target_current')}
            </th>
            <th scope="col">{text('target_weight_percent')}</th>
            <th scope="col">{text('target_from')}</th>
            <th scope="col">{text('target_to')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.key}>
              <td>{row.name}</td>
              <td className={styles.end}>
                {row.current === null ? <Missing /> : <Weight value={row.current} decimals={2} />}
              </td>
              {parts.map(part => (
                <td key={part}>
                  <TextInput
                    size="small"
                    inputMode="decimal"
                    autoComplete="off"
                    aria-label={text(`target_${part}_of`, { name: row.name })}
                    value={row[part]}
                    onChange={event => onChange(rows.with(index, { ...row, [part]: event.target.value }))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {offered.length > 0 && (
        <Select
          size="small"
          label={text('target_add_group')}
          placeholder={text('target_add_group')}
          options={offered}
          value={null}
          onChange={key => {
            const name = offered.find(({ value }) => value === key)?.label ?? key
            onChange([...rows, { key, name, current: null, weight: '', min: '', max: '' }])
          }}
        />
      )}
    </>
  )
}

/** Groups that the portfolio may not hold yet. Securities have to be held. */
function useOfferedGroups(dimension: TargetDimension): { value: string; label: string }[] {
  const { lists } = useSettingsData()
  const names = useDisplayNames()
  switch (dimension) {
    case 'instrument_type':
      return lists.instrument_types.map(({ id, name }) => ({ value: id, label: names.type(id, name) }))
    case 'sector':
      return lists.sectors.map(({ id, name }) => ({ value: id, label: names.sector(id, name) }))
    case 'country':
      return lists.countries.map(({ code }) => ({ value: code, label: names.country(code) }))
    case 'currency':
      return lists.currencies.map(({ code }) => ({ value: code, label: code }))
    case 'custodian':
      return lists.custodians.map(({ id, name }) => ({ value: id, label: name }))
    case 'position':
      return []
  }
}
