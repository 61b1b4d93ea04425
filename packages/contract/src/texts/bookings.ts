import { texts } from './text.ts'

/** Entering, correcting and voiding single transactions. */
export const bookingsTexts = texts({
  effect_nav: { 'en-US': 'Net asset value', de: 'Nettovermögen' },
  effect_net_cashflow: { 'en-US': 'Net cash flow', de: 'Nettogeldfluss' },
  effect_pnl_total: { 'en-US': 'P&L', de: 'G/V' },
  effect_pnl_realized: { 'en-US': 'Realized P&L', de: 'Realisierter G/V' },
  effect_pnl_unrealized: { 'en-US': 'Unrealized P&L', de: 'Unrealisierter G/V' },
  effect_cash: { 'en-US': 'Cash of the account', de: 'Liquidität des Kontos' },
  effect_position_quantity: { 'en-US': 'Quantity of {name}', de: 'Bestand von {name}' },
  effect_position_cost: { 'en-US': 'Cost of {name}', de: 'Einstand von {name}' },
  effect_position_value: { 'en-US': 'Value of {name}', de: 'Wert von {name}' },
  effect_oversold: {
    'en-US': 'More would be sold than is held.',
    de: 'Es würde mehr verkauft, als vorhanden ist.',
  },
  effect_negative_cash: {
    'en-US': 'The cash of the account would be negative.',
    de: 'Die Liquidität des Kontos würde negativ.',
  },
})
