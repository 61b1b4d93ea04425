import { describe, expect, it } from 'vitest'
import { judgeMoves, type MoveRule, type MoveState } from './judge-moves.ts'
import type { DayMove } from './recent-moves.query.ts'

const rule: MoveRule = {
  taskId: 't',
  threshold: 100,
  relativity: 'abs',
  accountNames: ['Main'],
  accountIds: ['a'],
}
const move = (date: string, abs: number | null): DayMove => ({
  date,
  currency: 'CHF',
  value: 10_000,
  abs,
  rel: abs === null ? null : abs / 10_000,
  stale: 0,
  staleRates: [],
  missing: [],
})
const unknown = (date: string): DayMove => ({
  ...move(date, null),
  missing: [{ reason: 'missing_rate', names: ['GBP'] }],
})
const newState: MoveState = { judged: {}, unjudgedSince: null, from: null, isResumed: false, edition: 0 }
/** Judges one list of moves after the other and returns what each announced: day, figure, figure before. */
function judge(...runs: DayMove[][]) {
  let state = newState
  return runs.map(moves => {
    const result = judgeMoves(rule, moves, state)
    state = result.state
    return result.findings.map(({ occurrence, facts }) =>
      facts.about === 'move' ? [occurrence, facts.abs, facts.before?.abs ?? null] : [occurrence],
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

  it('says once that a price or rate is missing, and again after days that it could judge', () => {
    const [monday, tuesday, wednesday] = ['2026-03-09', '2026-03-10', '2026-03-11'] as const
    expect(
      judge(
        [unknown(monday)],
        [unknown(monday), unknown(tuesday)],
        [unknown(monday), move(tuesday, 20)],
        [move(tuesday, 20), unknown(wednesday)],
      ),
    ).toEqual([[['move/t/2026-03-09/unknown']], [], [], [['move/t/2026-03-11/unknown']]])
  })

  it('judges the days that it could not once their price arrives, also of a new rule', () => {
    const [monday, tuesday] = ['2026-03-09', '2026-03-10'] as const
    expect(judge([unknown(monday)], [move(monday, 500), move(tuesday, 20)])[1]).toEqual([
      ['move/t/2026-03-09', 500, null],
    ])
  })

  it('announces nothing without a figure', () => {
    expect(judge([move('2026-03-10', null)])).toEqual([[]])
  })

  describe('after an edit', () => {
    const [monday, tuesday, wednesday] = ['2026-03-09', '2026-03-10', '2026-03-11'] as const
    /** What a rule that has judged some days announces of others with another threshold. */
    const judgeEdited = (
      first: DayMove[],
      threshold: number,
      then: DayMove[],
      more: Partial<MoveState> = {},
    ) => {
      const { state } = judgeMoves(rule, first, newState)
      const edited = judgeMoves({ ...rule, threshold }, then, { ...state, ...more })
      return edited.findings.map(({ occurrence, facts }) =>
        facts.about === 'move' ? [occurrence, facts.abs, facts.before?.abs ?? null] : [occurrence],
      )
    }

    it('announces the last day that is over a lower threshold, not as a correction, and no earlier one', () => {
      const days = [move(monday, 50), move(tuesday, 60)]
      expect(judgeEdited([...days], 40, days)).toEqual([['move/t/2026-03-10', 60, null]])
      const earlier = judgeMoves(rule, [move(monday, 50)], newState).state
      const later = judgeMoves(rule, days, earlier).state
      expect(judgeMoves({ ...rule, threshold: 40 }, days, later).findings).toHaveLength(1)
    })

    it('still corrects what it announced under a lower threshold', () => {
      expect(judgeEdited([move(monday, 142)], 1000, [move(monday, 20)])).toEqual([
        ['move/t/2026-03-09/corrected/1', 20, 142],
      ])
      expect(judgeEdited([move(monday, 142)], 1000, [move(monday, 143)])).toEqual([])
    })

    it('announces no day of a pause but the last one, and still corrects', () => {
      const days = [move(monday, -300), move(tuesday, 500), move(wednesday, 600)]
      expect(judgeEdited([move(monday, 142)], 100, days, { isResumed: true })).toEqual([
        ['move/t/2026-03-09/corrected/1', -300, 142],
        ['move/t/2026-03-11', 600, null],
      ])
    })

    it('announces the same day of other accounts', () => {
      const edited: MoveState = { ...newState, edition: 1 }
      expect(judgeMoves(rule, [move(monday, 300)], edited).findings.map(each => each.occurrence)).toEqual([
        'move/t/2026-03-09/edition/1',
      ])
    })
  })
})
