import type { HeldType, Ticker } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { sumColumn, type TypedComponent, type TypedWeights } from './benchmark-values.ts'
import styles from './benchmarks.module.css'
import { instrumentsQuery } from './use-benchmarks.ts'

interface WeightsFieldsProps {
  typed: TypedWeights
  /** The date of a new column. */
  today: string
  onChange: (typed: TypedWeights) => void
}

const own = 'own'

/** A row per component and a column per date, in percent. */
export function WeightsFields({ typed, today, onChange }: WeightsFieldsProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const { dates, components } = typed
  const change = (place: number, fields: Partial<TypedComponent>) => {
    const known = components[place]
    if (known) onChange({ dates, components: components.with(place, { ...known, ...fields }) })
  }
  const addDate = () =>
    onChange({
      dates: [...dates, dates.includes(today) ? '' : today],
      components: components.map(row => ({ ...row, weights: [...row.weights, row.weights.at(-1) ?? ''] })),
    })
  const removeDate = (column: number) =>
    onChange({
      dates: dates.toSpliced(column, 1),
      components: components.map(row => ({ ...row, weights: row.weights.toSpliced(column, 1) })),
    })
  return (
    <>
      <div className={styles.sheet}>
        <table>
          <thead>
            <tr>
              <th scope="col" className={styles.name}>
                {text('benchmark_component')}
              </th>
              {!isPhone && (
                <th scope="col" className={styles.class}>
                  {text('benchmark_class')}
                </th>
              )}
              {dates.map((date, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place.
                <th scope="col" key={column} className={styles.date}>
                  <span className={styles.dateHead}>
                    <DateInput
                      size="small"
                      aria-label={text('benchmark_date_of', { number: column + 1 })}
                      value={date}
                      onChange={event =>
                        onChange({ dates: dates.with(column, event.target.value), components })
                      }
                    />
                    {dates.length > 1 && (
                      <IconButton
                        icon="close"
                        label={text('benchmark_remove_date', { number: column + 1 })}
                        onClick={() => removeDate(column)}
                      />
                    )}
                  </span>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {components.map((row, place) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  {isPhone && <ClassSelect row={row} onChange={standsFor => change(place, { standsFor })} />}
                </th>
                {!isPhone && (
                  <td>
                    <ClassSelect row={row} onChange={standsFor => change(place, { standsFor })} />
                  </td>
                )}
                {dates.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place.
                  <td key={column}>
                    <TextInput
                      size="small"
                      inputMode="decimal"
                      autoComplete="off"
                      aria-label={text('benchmark_weight_of', { name: row.name, number: column + 1 })}
                      value={row.weights[column] ?? ''}
                      onChange={event =>
                        change(place, { weights: row.weights.with(column, event.target.value) })
                      }
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    icon="trash"
                    label={text('benchmark_remove_of', { name: row.name })}
                    onClick={() => onChange({ dates, components: components.toSpliced(place, 1) })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
          {components.length > 0 && <Sums typed={typed} />}
        </table>
      </div>
      <div className={styles.add}>
        <InstrumentSearch
          taken={components.map(({ id }) => id)}
          onFound={({ id, name, instrument_type }) =>
            onChange({
              dates,
              components: [
                ...components,
                {
                  id,
                  name,
                  // Nobody holds an index: it needs a class, and most are of shares.
                  standsFor: instrument_type === 'index' ? 'equity' : null,
                  weights: dates.map(() => (components.length === 0 ? '100' : '')),
                },
              ],
            })
          }
        />
        <Button icon="plus" onClick={addDate}>
          {text('benchmark_add_date')}
        </Button>
      </div>
    </>
  )
}

function Sums({ typed }: { typed: TypedWeights }) {
  const text = useText()
  const isPhone = useIsPhone()
  const format = useFormat()
  const locale = useNumberLocale()
  return (
    <tfoot aria-live="polite">
      <tr>
        <th scope="row" colSpan={isPhone ? 1 : 2}>
          {text('benchmark_total')}
        </th>
        {typed.dates.map((_, column) => {
          const sum = sumColumn(typed, column, locale)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place.
            <td key={column}>
              <b>{format.percent(Number.isNaN(sum) ? null : sum, { sign: 'minus' })}</b>
            </td>
          )
        })}
        <td />
      </tr>
    </tfoot>
  )
}

/** The class that a component stands for: a fund of shares stands for shares. */
function ClassSelect(props: { row: TypedComponent; onChange: (standsFor: HeldType | null) => void }) {
  const text = useText()
  const { lists } = useSettingsData()
  const names = useDisplayNames()
  const { row, onChange } = props
  const options: { value: HeldType | typeof own; label: string }[] = [
    { value: own, label: text('benchmark_class_own') },
    ...lists.instrument_types.map(({ id, name }) => ({ value: id, label: names.type(id, name) })),
  ]
  return (
    <Select
      size="small"
      label={text('benchmark_class_of', { name: row.name })}
      options={options}
      value={row.standsFor ?? own}
      onChange={chosen => onChange(chosen === own ? null : chosen)}
    />
  )
}

function InstrumentSearch(props: { taken: readonly string[]; onFound: (found: Ticker) => void }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const query = useQuery(instrumentsQuery(useDeferredValue(typed.trim())))
  const found = (query.data?.data ?? []).filter(({ id }) => !props.taken.includes(id))
  return (
    <Combobox
      // A new one for each component, so that the field is empty again.
      key={props.taken.length}
      size="small"
      label={text('benchmark_add_component')}
      placeholder={text('benchmark_add_component')}
      options={found.map(ticker => ({
        value: ticker.id,
        label: ticker.name,
        note: [ticker.symbol, ticker.long_name, ticker.exchange, ticker.currency].filter(Boolean).join(' · '),
      }))}
      value={null}
      onChange={id => {
        const ticker = found.find(each => each.id === id)
        if (ticker) props.onFound(ticker)
      }}
      onSearch={setTyped}
      isSearching={query.isFetching}
    />
  )
}
