import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { WaterfallColumns } from '../../ui/chart/waterfall/waterfall-columns.tsx'
import { WaterfallRows } from '../../ui/chart/waterfall/waterfall-rows.tsx'
import { Amount, Percent } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { DayStrip } from './day-strip.tsx'
import styles from './explain.module.css'
import type { RoundedExplanation } from './round-explanation.ts'
import { useSummarySentence } from './summary-sentence.ts'
import { type ExplainParams, type Explanation, partKeys } from './use-explanation.ts'

interface ExplainSummaryProps {
  explanation: Explanation
  rounded: RoundedExplanation
  params: ExplainParams
  onDays: (from: string, to: string) => void
}

/** The explained figure as a sentence and a waterfall chart. */
export function ExplainSummary({ explanation, rounded, params, onDays }: ExplainSummaryProps) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const sentence = useSummarySentence(explanation)
  const isDay = params.from === params.to
  const rel = explanation.pnl_rel_total
  const parts = partKeys
    .map(key => ({ key, label: text(`part_${key}`), value: rounded.parts[key] }))
    .filter(({ key, value }) => key === 'price' || Boolean(value))
  const totalLabel = text(isDay ? 'explain_pnl_day' : 'explain_pnl_range')
  return (
    <div className={styles.summary}>
      <div className={styles.figure}>
        <p className={styles.quiet}>
          {isDay
            ? format.weekday(params.from)
            : text('explain_selected', { count: explanation.trading_days })}
        </p>
        <p className={styles.value}>
          <Amount value={rounded.total} currency={explanation.basis.currency} sign="always" isToned isLarge />
        </p>
        <p className={styles.relative}>
          {rel !== null && (
            <Tag tone={rel > 0 ? 'gain' : rel < 0 ? 'loss' : 'plain'}>
              <Percent value={rel} />
            </Tag>
          )}
          {rel !== null && explanation.capital_base !== null && (
            <span className={styles.quiet} data-amount="">
              {text('pnl_of_capital', {
                amount: format.compact(explanation.capital_base),
                currency: explanation.basis.currency,
              })}
            </span>
          )}
        </p>
        <p className={styles.sentence}>{sentence}</p>
        {!isDay && explanation.daily.length > 1 && <DayStrip daily={explanation.daily} onDays={onDays} />}
      </div>
      {isPhone ? (
        <WaterfallRows parts={parts} totalLabel={totalLabel} total={rounded.total} />
      ) : (
        <WaterfallColumns
          label={text('explain_waterfall')}
          {...{ parts, totalLabel }}
          total={rounded.total}
          height={212}
        />
      )}
    </div>
  )
}
