import { describe, expect, it } from 'vitest'
import { type JudgedDays, judgeMoves, type MoveRule } from './judge-moves.ts'
import type { DayMove } from './recent-moves.query.ts'

const rule: MoveRule = { taskId: 't', threshold: 100, relativity: 'abs', accountNames: ['Main'] }
const move = (date: string, abs: number | null): DayMove => ({
  date,
  currency: 'CHF',
  value: 10_000,
  abs,
  rel: abs === null ? null : abs / 10_000,
  stale: 0,
})
/** Judges one list of moves after the other and returns what each announced: day, figure, figure before. */
function judge(...runs: DayMove[][]) {
  let judged: JudgedDays = {}
  return runs.map(moves => {
    const result = judgeMoves(rule, moves, judged)
    judged = result.judged
    return result.findings.map(({ occurrence, facts }) =>
      facts.about === 'move' ? [occurrence, facts.abs, facts.before?.abs ?? null] : [],
    )
  })
}

describe('a P&L rule', () => {
  it('announces the last complete day only when it is new, and then every complete day', () => {
    const monday = move('2026-03-09', 500)
    const tuesday = move('2026-03-10', -400)
    expect(
      judge([monday, tuesday], [monday, tuesday, move('2026-03-11', 99), move('2026-03-12', 100)]),
    ).toEqual([[['move/t/2026-03-10', -400, null]], [['move/t/2026-03-12', 100, null]]])
  })

  it('says that an announced figure was corrected, with the figure before', () => {
    expect(judge([move('2026-03-10', 142)], [move('2026-03-10', -199_644)])).toEqual([
      [['move/t/2026-03-10', 142, null]],
      [['move/t/2026-03-10/corrected/1', -199_644, 142]],
    ])
  })

  it('corrects an announced figure that falls below the threshold', () => {
    expect(judge([move('2026-03-10', 142)], [move('2026-03-10', 20)])[1]).toEqual([
      ['move/t/2026-03-10/corrected/1', 20, 142],
    ])
  })

  it('does not repeat an announced figure that changes little, or not at all', () => {
    const day = '2026-03-10'
    expect(judge([move(day, 1000)], [move(day, 1000)], [move(day, 1090)], [move(day, 910)])).toEqual([
      [['move/t/2026-03-10', 1000, null]],
      [],
      [],
      [],
    ])
  })

  it('says corrected when a day it had judged as quiet turns out not to be', () => {
    expect(judge([move('2026-03-10', 5)], [move('2026-03-10', 300)], [move('2026-03-10', 300)])).toEqual([
      [],
      [['move/t/2026-03-10/corrected/1', 300, 5]],
      [],
    ])
  })

  it('announces nothing without a figure', () => {
    expect(judge([move('2026-03-10', null)])).toEqual([[]])
  })
})
