import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useFix } from '../../../portfolio/price-source/use-price-source.ts'
import { Button } from '../../../ui/display/button.tsx'
import styles from './coverage.module.css'
import { FixRow } from './fix-row.tsx'
import { TypedValue, useTypedValue } from './typed-value.tsx'
import { replaceRate, useSavedFix } from './undo-fix.ts'
import { fetchEcbRates, type Gap } from './use-coverage.ts'

interface RateRowProps {
  gap: Gap
  date: string
  /** Whether the rates of the ECB can be fetched. */
  hasEcb: boolean
  onUpload: () => void
}

/** A currency without a current rate. */
export function RateRow({ gap, date: asOf, hasEcb, onUpload }: RateRowProps) {
  const text = useText()
  const format = useFormat()
  const input = useTypedValue(asOf)
  const showSavedFix = useSavedFix()
  const saving = useFix(replaceRate, undo => {
    input.setTyped('')
    showSavedFix(text('coverage_rate_saved'), undo)
  })
  const fetching = useFix(fetchEcbRates, () => showToast(text('coverage_ecb_done'), 'success'))
  const { currency: base, counter_currency: quote, amount } = gap
  if (base === null || quote === null) return null
  const items = [
    ...(gap.positions_count > 0 ? [text('positions_count', { count: gap.positions_count })] : []),
    ...(gap.balances_count > 0 ? [text('coverage_balances', { count: gap.balances_count })] : []),
  ].join(', ')
  const since =
    gap.since === null
      ? null
      : text(gap.reason === 'stale_rate' ? 'coverage_last_of' : 'coverage_needed_since', {
          date: format.date(gap.since),
        })
  const left =
    amount === null || gap.reason === 'stale_rate'
      ? items
      : text('coverage_not_converted', { amount: `${base} ${format.amount(amount, { currency: base })}` })
  return (
    <FixRow
      name={text('coverage_pair', { base, quote })}
      note={[left, since].filter(Boolean).join(' · ')}
      effect={gap.effect}
      error={saving.error ?? fetching.error}
    >
      {gap.may_fix ? (
        <form
          noValidate
          className={styles.fields}
          onSubmit={event => {
            event.preventDefault()
            const rate = input.value
            if (input.check(rate !== null && rate > 0) && rate !== null)
              saving.mutate({ base, quote, rate, date: input.date })
          }}
        >
          {hasEcb && (
            <>
              <Button
                size="small"
                variant="primary"
                icon="download"
                isBusy={fetching.isPending}
                onClick={() => fetching.mutate(undefined)}
              >
                {text('coverage_use_ecb')}
              </Button>
              <span className={styles.quiet}>{text('coverage_or_type')}</span>
            </>
          )}
          <TypedValue
            input={input}
            name={base}
            label={text('coverage_rate_of', { currency: base })}
            placeholder="0.0000"
            before={<span className={styles.words}>{text('coverage_one', { currency: base })}</span>}
            after={<span className={styles.words}>{text('coverage_on', { currency: quote })}</span>}
            isBusy={saving.isPending}
          />
          <Button size="small" variant="quiet" onClick={onUpload}>
            {text('coverage_upload_rates')}
          </Button>
          {input.isInvalid && <p className={styles.error}>{text('coverage_number')}</p>}
        </form>
      ) : (
        <span className={styles.quiet}>{text('coverage_ask_admin')}</span>
      )}
    </FixRow>
  )
}
