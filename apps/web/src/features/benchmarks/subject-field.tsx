import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { strategyNamesQuery } from '../../portfolio/strategy/strategy-names.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { Benchmark } from './use-benchmarks.ts'

type Group = NonNullable<Benchmark['group']>

/** The group that the filter names: one value of one division. */
export function useNamedGroup(): Group | null {
  const { body } = useFilter()
  const lists: [Group['by'], readonly string[]][] = [
    ['instrument_type', body.filters.filter_instrument_type ?? []],
    ['sector', body.filters.filter_sector ?? []],
    ['country', body.filters.filter_country ?? []],
    ['currency', body.filters.filter_currency ?? []],
  ]
  const [first, ...others] = lists.filter(([, values]) => values.length > 0)
  const [key, ...more] = first?.[1] ?? []
  if (!first || key === undefined || others.length > 0 || more.length > 0) return null
  return { by: first[0], key }
}

export function useGroupName() {
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  return ({ by, key }: Group): string => {
    if (by === 'instrument_type') {
      const type = lists.instrument_types.find(({ id }) => id === key)
      return type ? names.type(type.id, type.name) : key
    }
    if (by === 'sector') return names.sector(key, lists.sectors.find(({ id }) => id === key)?.name ?? key)
    return by === 'country' ? names.country(key) : key
  }
}

interface SubjectFieldProps {
  existing: Benchmark | null
  strategy: string | undefined
  isGroup: boolean
  onChange: (isGroup: boolean) => void
}

/** What the benchmark applies to. A new one may apply to the group that the filter names. */
export function SubjectField({ existing, strategy, isGroup, onChange }: SubjectFieldProps) {
  const text = useText()
  const { body } = useFilter()
  const named = useNamedGroup()
  const nameOf = useGroupName()
  const { data: strategies } = useQuery({ ...strategyNamesQuery(body), enabled: strategy !== undefined })
  if (existing === null && strategy === undefined && named !== null)
    return (
      <Field label={text('benchmark_applies_to')}>
        <Select
          label={text('benchmark_applies_to')}
          options={[
            { value: 'whole', label: text('whole_portfolio') },
            { value: 'group', label: nameOf(named) },
          ]}
          value={isGroup ? 'group' : 'whole'}
          onChange={chosen => onChange(chosen === 'group')}
        />
      </Field>
    )
  const ofStrategy = strategies?.find(({ strategy_id }) => strategy_id === strategy)?.name
  const ofGroup = existing?.group ? nameOf(existing.group) : undefined
  return (
    <Field label={text('benchmark_applies_to')}>
      <TextInput
        readOnly
        value={existing?.strategy?.name ?? ofStrategy ?? ofGroup ?? text('whole_portfolio')}
      />
    </Field>
  )
}
