import type { CallReply, contract, Transaction } from '@plumbline/contract'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import type { LedgerFigures } from './transaction-figures.query.ts'

type Effect = CallReply<typeof contract.transactions.preview>['data']

/** The effect of a transaction on figures. Opening + flow + P/L = net asset value holds before and after. */
export function describeEffect(
  before: LedgerFigures,
  after: LedgerFigures,
  similar: Transaction[],
  cashCurrency: string,
  language: Language,
): Effect {
  // Both are of the list: one is that of the settings, the other that of a transaction.
  const currency = after.currency as Effect['currency']
  const currencies: Record<string, Effect['currency'] | null> = {
    cash: cashCurrency as Effect['currency'],
    position_quantity: null,
  }
  const texts = textsIn(language)
  const name = (after.position ?? before.position)?.name ?? ''
  const change = (figure: string, was: number | null, is: number | null, isNoneZero = false) => {
    const isUnknown = isNoneZero ? was === null && is === null : was === null || is === null
    return {
      figure,
      // The catalogue has a text for every figure below; a test counts them.
      name: fillText(texts[`effect_${figure}` as TextKey], { name }),
      currency: currencies[figure] === undefined ? currency : currencies[figure],
      before: was,
      after: is,
      difference: isUnknown ? null : (is ?? 0) - (was ?? 0),
    }
  }
  /** A figure of the position: without the position it counts as 0, without a price or rate it is unknown. */
  const positionChange = (figure: 'quantity' | 'cost' | 'value') =>
    change(
      `position_${figure}`,
      before.position?.[figure] ?? null,
      after.position?.[figure] ?? null,
      [before, after].every(({ position }) => !position || position[figure] !== null || figure === 'cost'),
    )
  const hasPosition = before.position !== null || after.position !== null
  return {
    changes: [
      change('nav', before.nav, after.nav),
      change('net_cashflow', before.netCashflow, after.netCashflow),
      change('pnl_total', before.pnl, after.pnl),
      change('pnl_realized', before.realized, after.realized),
      change('pnl_unrealized', before.unrealized, after.unrealized),
      change('cash', before.cash, after.cash, true),
      ...(hasPosition ? [positionChange('quantity'), positionChange('cost'), positionChange('value')] : []),
    ],
    warnings: listWarnings(before, after, texts),
    similar,
    currency,
  }
}

function listWarnings(
  before: LedgerFigures,
  after: LedgerFigures,
  texts: Record<TextKey, string>,
): Effect['warnings'] {
  const warnings: Effect['warnings'] = []
  // One more sale of an oversold position is worth a warning too.
  const isLonger = (after.position?.roots.length ?? 0) > (before.position?.roots.length ?? 0)
  if (after.position?.isOversold && (isLonger || !before.position?.isOversold))
    warnings.push({ field: 'quantity', message: texts.effect_oversold })
  if ((after.cash ?? 0) < 0 && (before.cash ?? 0) >= 0)
    warnings.push({ field: 'amount', message: texts.effect_negative_cash })
  return warnings
}
