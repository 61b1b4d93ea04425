import type { Day } from '@plumbline/engine'
import { accounts, custodians } from '../accounts.ts'
import { firstPlanDay, tradingDayBefore, tradingDays, turnOf } from '../calendar.ts'
import { type Desk, ledgerOf, openDesk } from '../desk/desk.ts'
import type { DemoMarket } from '../market/market.ts'
import { performActs } from './acts.ts'
import { aebiLaurent } from './aebi-laurent.ts'
import { expireOptions, openContracts, type SettledPrices, settleMargins } from './contracts.ts'
import { applyCorporateActions } from './corporate-actions.ts'
import { collectIncome, openIncomeCalendar } from './income.ts'
import { keepAssets } from './keepsakes.ts'
import { serviceLoans } from './loans.ts'
import { hargroveTan, moreauBrandt } from './other-families.ts'
import type { AccountPlan } from './plan.ts'
import { servePrivateFunds } from './private-equity.ts'
import { makeRoom, reviewAccount } from './review.ts'
import { payAllowances, receiveFunding, refundTaxes, settleFees, settleInterest } from './routine.ts'

const plans: readonly AccountPlan[] = [...aebiLaurent, ...moreauBrandt, ...hargroveTan]

/**
 * Lives the years of the families, one trading day after the other, up to the present. A day sees only what came
 * before it and its own closes, so a later present repeats the same days and adds its own.
 */
export function simulate(market: DemoMarket, asOf: Day): Desk {
  const desk = openDesk(market, accounts, custodians, firstPlanDay)
  const calendar = openIncomeCalendar(market.instruments, asOf)
  const settled: SettledPrices = new Map()
  let after = tradingDayBefore(firstPlanDay)
  for (const day of tradingDays(firstPlanDay, asOf)) {
    const turn = turnOf(after, day)
    desk.day = day
    applyCorporateActions(desk, turn)
    collectIncome(desk, calendar, turn)
    expireOptions(desk, turn)
    // The mortgage is drawn before the house is paid with it.
    serviceLoans(desk, turn)
    keepAssets(desk, turn)
    servePrivateFunds(desk, turn)
    for (const plan of plans) {
      const ledger = ledgerOf(desk, plan.account)
      receiveFunding(desk, ledger, plan, turn)
      performActs(desk, ledger, plan, turn)
      reviewAccount(desk, ledger, plan, turn)
      payAllowances(desk, ledger, plan, turn)
    }
    settleMargins(desk, settled, turn, (ledger, needed) => {
      const plan = plans.find(({ account }) => account === ledger.fact.key)
      if (plan) makeRoom(desk, ledger, plan, needed)
    })
    openContracts(desk, settled, turn)
    for (const plan of plans) {
      const ledger = ledgerOf(desk, plan.account)
      settleInterest(desk, ledger, turn)
      settleFees(desk, ledger, plan, turn)
      refundTaxes(desk, ledger, turn)
    }
    after = day
  }
  return desk
}
