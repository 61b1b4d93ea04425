import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract } from './contract.ts'
import { linkedPosition } from './linked-positions/calls.ts'
import { asset } from './manual-assets/shapes.ts'
import { cashPosition, performanceAnswer } from './overview/calls.ts'
import { positionDetail } from './positions/detail.ts'
import { position } from './positions/shapes.ts'
import { report } from './reports/calls.ts'
import { userSettings } from './settings/calls.ts'
import { currency, settingsLists } from './settings/lists.ts'
import { strategy, strategyDetail } from './strategies/calls.ts'
import { template } from './templates/calls.ts'
import { transaction } from './transactions/shapes.ts'
import { task } from './user-tasks/calls.ts'
import { user } from './users/calls.ts'
import { priceTarget, ticker, watchedTicker } from './watchlist/calls.ts'

/** The fields that the specification and later decisions name, by shape. */
const named: [shape: string, schema: z.ZodObject, fields: string][] = [
  [
    'position',
    position,
    'id name name_long isin date_open date_closed account custodian instrument_type country sector side ' +
      'contract_size contract_expiration currency quantity price_open price_current price_break_even value ' +
      'exposure pnl_abs_total pnl_abs_realized pnl_abs_unrealized pnl_rel_total pnl_rel_realized ' +
      'pnl_rel_unrealized fees dividends interest taxes other_income',
  ],
  ['position detail', positionDetail, 'original_pos calculated_pos position_reference'],
  ['cash position', cashPosition, 'position_reference'],
  [
    'manual asset',
    asset,
    'id type name notes country sector isin instrument_type account currency base_currency quote_currency ' +
      'location author year maturity interest_rate side transactions valuations',
  ],
  [
    'report',
    report,
    'id name report_type calculated_currency filter_account filter_instrument_type filter_currency',
  ],
  ['task', task, 'id name task_type task_data actions event_types lookahead_date_offset'],
  ['strategy', strategy, 'strategy_id name description positions total_pnl_abs total_exposure'],
  ['strategy detail', strategyDetail, 'strategy_id name description positions total_pnl_abs total_exposure'],
  ['watched ticker', watchedTicker, 'id price_targets ticker'],
  ['ticker', ticker, 'id name long_name'],
  ['price target', priceTarget, 'id price direction note notify reached_at'],
  ['event', contract.events.list.reply.shape.data.element, 'date event_type'],
  [
    'settings',
    userSettings,
    'name email is_mfa_active color_scheme is_beta_tester group_by group_by_exposure_option currency role ' +
      'period pnl_chart_type pnl_chart_relativity event_types transaction_types best_worst_currency_type ' +
      'position_type user account defaultTemplate registrationDate language date_format time_zone',
  ],
  [
    'settings lists',
    settingsLists,
    'period_names group_by group_by_exposure_options event_types manual_instrument_types instrument_types ' +
      'currencies user_currencies custodians roles report_types accounts user_task_types families ' +
      'transaction_types transaction_categories sectors countries position_sides position_types templates ' +
      'date_picker_range trx_category_trx_type_mapping',
  ],
  [
    'template',
    template,
    'id name filterAccount filterCustodian filterInstrumentType filterSector filterCountry filterCurrency',
  ],
  ['currency', currency, 'symbol name code decimal_digits rounding'],
  ['performance', performanceAnswer, 'balance cash_flow daily_pnl pnl daily_balance'],
  [
    'transaction',
    transaction,
    'id date settle_date account custodian position_id name isin instrument_type transaction_type category ' +
      'side quantity price currency fx_rate original_amount original_fees original_taxes calculated_amount ' +
      'calculated_fees calculated_taxes note source status',
  ],
  ['linked position', linkedPosition, 'id position'],
  ['user', user, 'is_pending_registration role family'],
  ['fees', contract.fees.list.reply.shape.data, 'total group_by'],
  ['total of fees', contract.fees.list.reply.shape.data.shape.total, 'sum bps daily_ts'],
  ['grouped detail', contract.grouped.detail.reply, 'data total count'],
  ['list of transactions', contract.transactions.list.reply, 'next previous count data'],
  ['statistics of events', contract.events.list.reply.shape.extra.shape.statistics, 'period event_type'],
]

describe('a shape has the fields that the specification names', () => {
  it.each(named)('%s', (_shape, schema, fields) => {
    const missing = fields.split(' ').filter(field => !(field in schema.shape))
    expect(missing).toEqual([])
  })
})

describe('a figure that cannot be computed', () => {
  it('is null, with a flag beside it that names the reason', () => {
    const figures = ['value', 'exposure', 'price_current', 'pnl_abs_total', 'pnl_rel_total', 'fees'] as const
    for (const figure of figures) expect(position.shape[figure].safeParse(null).success, figure).toBe(true)
    for (const figure of figures) {
      expect(position.shape[figure].safeParse(Number.NaN).success, figure).toBe(false)
      expect(position.shape[figure].safeParse(Number.POSITIVE_INFINITY).success, figure).toBe(false)
    }
    const noPrice = { code: 'no_price', fields: ['value'], date: null, amount: null }
    expect(position.shape.flags.parse([noPrice])).toEqual([noPrice])
  })
})
