import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '../../../lib/format/format.ts'
import { performanceAnswer } from '../testing/answers.ts'
import { addsUp, asPrinted, equationOf, printedSums, type Term } from './equation.ts'

/** Amounts with more decimals than are printed. */
const amount = fc.integer({ min: -1e9, max: 1e9 }).map(units => units / 7)

/** What a reader would add up: the printed text, in cents. */
function readCents(value: number | null): number {
  return Math.round(Number(formatAmount(value, 'en-US').replaceAll(',', '').replace('\u2212', '-')) * 100)
}

function figuresOf(allocated: number, cash: number, opening: number, deposits: number, realized: number) {
  const total = allocated + cash
  const withdrawals = -deposits / 3
  const pnl = total - opening - deposits - withdrawals
  return performanceAnswer({
    opening: { allocated: opening * 0.7, cash: opening * 0.3, total: opening },
    balance: { allocated, cash, total },
    cash_flow: { deposits, withdrawals, net_cashflow: deposits + withdrawals, is_net_invested: false },
    pnl: {
      abs: { total: pnl, realized, unrealized: pnl - realized },
      rel: { total: 0.2414, realized: 0.09989, unrealized: 0.14153 },
    },
  })
}

const valuesOf = (terms: readonly Term[]) => terms.map(term => readCents(term.value))

describe('the equation', () => {
  it('holds in what is printed, whatever the figures', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (...given) => {
        const terms = equationOf(figuresOf(...given), true)
        const [nav = 0, ...others] = valuesOf(terms)
        expect(others.reduce((sum, cents) => sum + cents, 0)).toBe(nav)
        expect(addsUp(terms)).toBe(true)
      }),
    )
  })

  it('has parts that add up to their term, as printed', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (...given) => {
        for (const { value, parts } of equationOf(figuresOf(...given), true)) {
          expect(parts.reduce((sum, part) => sum + readCents(part.value), 0)).toBe(readCents(value))
        }
      }),
    )
  })

  it('leaves the opening value away over the whole time, where it is nothing', () => {
    const terms = equationOf(figuresOf(900, 100, 0, 600, 50), false)
    expect(terms.map(term => term.key)).toEqual(['nav', 'flow', 'pnl'])
    expect(addsUp(terms)).toBe(true)
  })

  it('shows the opening value of a shorter period, even if it is nothing', () => {
    expect(equationOf(figuresOf(900, 100, 0, 600, 50), true).map(term => term.key)).toEqual([
      'nav',
      'opening',
      'flow',
      'pnl',
    ])
  })

  it('claims nothing where a figure is missing', () => {
    const figures = figuresOf(900, 100, 0, 600, 50)
    const terms = equationOf(
      { ...figures, pnl: { ...figures.pnl, abs: { total: null, realized: null, unrealized: null } } },
      false,
    )
    expect(terms.at(-1)?.value).toBeNull()
    expect(terms[0]?.value).toBe(1000)
    expect(addsUp(terms)).toBe(false)
  })

  it('splits the return so that its printed parts add up', () => {
    const [, , pnl] = equationOf(figuresOf(900, 100, 0, 600, 50), false)
    expect(pnl?.parts.map(part => part.fraction)).toEqual([0.1, 0.141])
  })
})

describe('a sum that stands in two places', () => {
  it('is printed with the same cents', () => {
    const printed = printedSums(equationOf(figuresOf(21_210_565.9461, 2_244_464.9174, 0, 1, 1), false))
    expect(printed.allocated).toBe(21_210_565.94)
    expect(asPrinted(21_210_565.9461, printed.allocated)).toBe(21_210_565.94)
  })

  it('stays as it is where it is the sum of something else', () => {
    expect(asPrinted(500, 21_210_565.94)).toBe(500)
    expect(asPrinted(500, null)).toBe(500)
  })
})
