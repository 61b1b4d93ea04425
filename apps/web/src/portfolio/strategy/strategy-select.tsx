import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Select } from '../../ui/form/select.tsx'
import { strategyNamesQuery } from './strategy-names.ts'
import styles from './strategy-select.module.css'

interface StrategySelectProps {
  label: string
  strategy: string | undefined
  onChange: (strategy: string | undefined) => void
}

const whole = 'whole'

/** Chooses the whole portfolio or one of its strategies; absent where there are none. */
export function StrategySelect({ label, strategy, onChange }: StrategySelectProps) {
  const text = useText()
  const { body } = useFilter()
  const { data } = useQuery(strategyNamesQuery(body))
  // Holds its place while it loads.
  if (!data) return <span className={styles.choice} />
  if (data.length === 0) return null
  return (
    <span className={styles.choice}>
      <Select
        size="small"
        label={label}
        options={[
          { value: whole, label: text('whole_portfolio') },
          ...data.map(({ strategy_id, name }) => ({ value: strategy_id, label: name })),
        ]}
        value={strategy ?? whole}
        onChange={chosen => onChange(chosen === whole ? undefined : chosen)}
      />
    </span>
  )
}
