import { describe, expect, it } from 'vitest'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { effectKeys, roundResult, roundView } from './round-position.ts'
import type { PositionDetail, PositionView } from './use-position.ts'

const [position] = positionsReply().data

const view = (change: Partial<PositionView> = {}): PositionView =>
  // Partial: rounding reads only these fields.
  ({
    ...position,
    view_currency: 'CHF',
    capital_base: 1000,
    pnl_abs_total: 33.004,
    pnl_abs_realized: 20.5049,
    pnl_abs_unrealized: 12.4991,
    dividends: 12.345,
    interest: 0,
    other_income: 0,
    fees: 3.335,
    taxes: 9.706,
    parts: { price: 30.3, currency: 3.4, trading: 0, income: 12.345, fees: -3.335, taxes: -9.706 },
    ...change,
  }) as PositionView

describe('a rounded result', () => {
  it('has effects that add up to the P/L, with posted amounts as their transactions show them', () => {
    const { effects, total, realized, unrealized } = roundResult(view(), 'CHF')
    const sum = effectKeys.reduce((all, key) => all + Math.round((effects[key] ?? 0) * 100), 0)
    expect(sum).toBe(3300)
    expect([effects.dividends, effects.fees, effects.taxes]).toEqual([12.35, -3.34, -9.71])
    expect(effects.income).toBeNull()
    expect(Math.round(((realized ?? 0) + (unrealized ?? 0)) * 100)).toBe(Math.round((total ?? 0) * 100))
  })

  it('shows yen without decimals', () => {
    const { effects, total } = roundResult(view(), 'JPY')
    expect(total).toBe(33)
    expect(effectKeys.reduce((all, key) => all + (effects[key] ?? 0), 0)).toBe(33)
  })
})

describe('a rounded position', () => {
  const detail = (cost: number): PositionDetail => {
    const own = view({ value: 100.006, cost, date_closed: null })
    const since = { ...own, start_date: '2018-05-21', pnl_abs_unrealized: 40.004, pnl_abs_realized: 1 }
    return {
      original_pos: own,
      calculated_pos: own,
      since_purchase: { original: since, calculated: { ...since, pnl_abs_total: 41.004 } },
    } as unknown as PositionDetail
  }

  it('has a value less cost that is the unrealized P/L since purchase', () => {
    const { value, cost, sincePurchase, isUnrealized } = roundView(detail(60.002), 'calculated')
    expect(isUnrealized).toBe(true)
    expect(Math.round(((value ?? 0) - (cost ?? 0)) * 100)).toBe(
      Math.round((sincePurchase.unrealized ?? 0) * 100),
    )
  })

  it('does not claim so where lots came with gains of their own', () => {
    expect(roundView(detail(10), 'calculated').isUnrealized).toBe(false)
  })
})
