import { customPeriod } from '../../filter/filter.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { roundParts } from '../../portfolio/round-parts.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Spacer } from '../../ui/overlay/dialog.tsx'
import styles from './explain.module.css'
import type { ExplainParams, Explanation } from './use-explanation.ts'

interface ExplainFootProps {
  explanation: Explanation
  params: ExplainParams
}

/** Opening value + flows + profit and loss = closing value. */
export function ExplainFoot({ explanation, params }: ExplainFootProps) {
  const text = useText()
  const format = useFormat()
  const { close } = useModal()
  const { filter, change } = useFilter()
  const { opening_value: opening, flows, pnl_abs_total: pnl, closing_value: closing } = explanation
  const isDay = params.from === params.to
  const isKnown = opening !== null && flows !== null && pnl !== null && closing !== null
  const [before, flow, move] = isKnown ? roundParts([opening, flows, pnl], closing) : []
  const holds = isKnown && Math.abs(opening + flows + pnl - closing) < 0.011 + Math.abs(closing) * 1e-9
  return (
    <>
      {holds && (
        <p className={styles.sum}>
          <Icon name="check" size={14} />
          <span data-amount="">
            {[
              text('explain_opening', { value: format.amount(before ?? null) }),
              text('explain_flows', { value: format.amount(flow ?? null, { sign: 'always' }) }),
              text('explain_pnl', { value: format.amount(move ?? null, { sign: 'always' }) }),
            ].join(' + ')}{' '}
            = {text('explain_closing', { value: format.amount(closing) })}
          </span>
        </p>
      )}
      <Spacer />
      {explanation.unmoved_count > 0 && (
        <span className={styles.quiet}>{text('explain_unmoved', { count: explanation.unmoved_count })}</span>
      )}
      {!isDay && (
        <Button
          onClick={async () => {
            await close()
            change({ ...filter, period: customPeriod(params.from, params.to) })
          }}
        >
          {text('pnl_range_set')}
        </Button>
      )}
    </>
  )
}
