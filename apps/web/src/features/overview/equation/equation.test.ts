import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../lib/format/format.ts'
import { performanceReply } from '../testing/replies.ts'
import { addsUp, buildEquation, matchRounding, roundedSums, type Term } from './equation.ts'

/** Amounts with more decimals than are displayed. */
const amount = fc.integer({ min: -1e9, max: 1e9 }).map(units => units / 7)

/** The displayed text in cents, as a reader would add it up. */
function readCents(value: number | null): number {
  return Math.round(Number(formatAmount(value, 'en-US').replaceAll(',', '').replace('\u2212', '-')) * 100)
}

function buildFigures(allocated: number, cash: number, opening: number, deposits: number, realized: number) {
  const total = allocated + cash
  const withdrawals = -deposits / 3
  const pnl = total - opening - deposits - withdrawals
  return performanceReply({
    opening: { allocated: opening * 0.7, cash: opening * 0.3, total: opening },
    balance: { allocated, cash, total },
    cash_flow: {
      deposits,
      withdrawals,
      net_cashflow: deposits + withdrawals,
      first_values: 0,
      is_net_invested: false,
      flows: [],
    },
    pnl: {
      abs: { total: pnl, realized, unrealized: pnl - realized },
      rel: { total: 0.2414, realized: 0.09989, unrealized: 0.14153 },
      on_capital: { total: 0.2414, realized: 0.09989, unrealized: 0.14153, capital_base: 1000 },
    },
  })
}

const displayedCents = (terms: readonly Term[]) => terms.map(term => readCents(term.value))

describe('the equation', () => {
  it('holds for the displayed figures', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (...given) => {
        const terms = buildEquation(buildFigures(...given), true)
        const [nav = 0, ...others] = displayedCents(terms)
        expect(others.reduce((sum, cents) => sum + cents, 0)).toBe(nav)
        expect(addsUp(terms)).toBe(true)
      }),
    )
  })

  it('has displayed parts that add up to their term', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (...given) => {
        for (const { value, parts } of buildEquation(buildFigures(...given), true)) {
          expect(parts.reduce((sum, part) => sum + readCents(part.value), 0)).toBe(readCents(value))
        }
      }),
    )
  })

  it('omits a zero opening value over the whole history', () => {
    const terms = buildEquation(buildFigures(900, 100, 0, 600, 50), false)
    expect(terms.map(term => term.key)).toEqual(['nav', 'flow', 'pnl'])
    expect(addsUp(terms)).toBe(true)
  })

  it('shows a zero opening value for a shorter period', () => {
    expect(buildEquation(buildFigures(900, 100, 0, 600, 50), true).map(term => term.key)).toEqual([
      'nav',
      'opening',
      'flow',
      'pnl',
    ])
  })

  it('does not claim to add up when a figure is missing', () => {
    const figures = buildFigures(900, 100, 0, 600, 50)
    const terms = buildEquation(
      { ...figures, pnl: { ...figures.pnl, abs: { total: null, realized: null, unrealized: null } } },
      false,
    )
    expect(terms.at(-1)?.value).toBeNull()
    expect(terms[0]?.value).toBe(1000)
    expect(addsUp(terms)).toBe(false)
  })

  it('splits the return into displayed parts that add up', () => {
    const [, , pnl] = buildEquation(buildFigures(900, 100, 0, 600, 50), false)
    expect(pnl?.parts.map(part => part.fraction)).toEqual([0.1, 0.141])
  })
})

describe('a sum shown in two places', () => {
  it('is displayed with the same cents', () => {
    const rounded = roundedSums(buildEquation(buildFigures(21_210_565.9461, 2_244_464.9174, 0, 1, 1), false))
    expect(rounded.allocated).toBe(21_210_565.94)
    expect(matchRounding(21_210_565.9461, rounded.allocated)).toBe(21_210_565.94)
  })

  it('keeps its own rounding when it is another sum', () => {
    expect(matchRounding(500, 21_210_565.94)).toBe(500)
    expect(matchRounding(500, null)).toBe(500)
  })
})
