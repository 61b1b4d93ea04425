import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../../filter/use-filter.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money } from '../../../portfolio/cells.tsx'
import styles from './coverage.module.css'
import { coverageQuery } from './use-coverage.ts'

/** The size of what a gap concerns, in the reporting currency; nothing where it cannot be told. */
export function EffectNote({ value }: { value: number | null }) {
  const text = useText()
  const { body } = useFilter()
  // Read from the cache: the tab shows the same coverage.
  const currency = useQuery(coverageQuery(body)).data?.basis.currency ?? ''
  return (
    <span className={styles.effectNote}>
      {value === null ? (
        text('coverage_effect_unknown')
      ) : (
        <>
          {text('coverage_concerns', { currency })} <Money value={value} />
        </>
      )}
    </span>
  )
}
