import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { Relative } from './use-benchmarks.ts'

/** Why a benchmark has no return, as sentences. */
export function useMissingTexts(missing: Relative['missing']): string[] {
  const text = useText()
  const format = useFormat()
  return missing.map(({ reason, instrument, known_from }) => {
    const name = instrument?.name ?? ''
    const date = known_from === null ? '' : format.date(known_from)
    if (reason === 'not_set') return text('benchmark_missing_not_set', { date })
    if (reason === 'no_price')
      return known_from === null
        ? text('benchmark_missing_never_price', { name })
        : text('benchmark_missing_no_price', { name, date })
    return known_from === null
      ? text('benchmark_missing_never_rate', { name })
      : text('benchmark_missing_no_rate', { name, date })
  })
}
