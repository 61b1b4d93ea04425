import { customPeriod } from '../../filter/filter.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { replyDecimals, roundAmount, roundWithRest } from '../../portfolio/round-parts.ts'
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
  const decimals = replyDecimals(explanation.basis)
  const isKnown = opening !== null && flows !== null && pnl !== null && closing !== null
  // The P/L is the headline, so it stays as it is there.
  const move = roundAmount(pnl, decimals)
  const end = roundAmount(closing, decimals)
  const [, flow = null, before = null] = roundWithRest([pnl, flows, opening], end, decimals)
  const holds = isKnown && roundAmount((before ?? 0) + (flow ?? 0) + (move ?? 0), decimals) === end
  return (
    <>
      {holds && (
        <p className={styles.sum}>
          <Icon name="check" size={14} />
          <span data-amount="">
            {[
              text('explain_opening', { value: format.amount(before) }),
              text('explain_flows', { value: format.amount(flow, { sign: 'always' }) }),
              text('explain_pnl', { value: format.amount(move, { sign: 'always' }) }),
            ].join(' + ')}{' '}
            = {text('explain_closing', { value: format.amount(end) })}
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
