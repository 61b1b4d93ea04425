import type { Day } from '@plumbline/engine'
import { accounts, custodians } from '../accounts.ts'
import { createTurn, firstPlanDay, tradingDayBefore, tradingDays } from '../calendar.ts'
import { findLedger, type LedgerWriter, openLedgerWriter } from '../ledger/ledger-writer.ts'
import type { DemoMarket } from '../market/market.ts'
import { performActs } from './acts.ts'
import { aebiLaurent } from './aebi-laurent.ts'
import { expireOptions, openContracts, type SettledPrices, settleMargins } from './contracts.ts'
import { applyCorporateActions } from './corporate-actions.ts'
import { collectIncome, openIncomeCalendar } from './income.ts'
import { serviceLoans } from './loans.ts'
import { maintainAssets } from './manual-assets.ts'
import { hargroveTan, moreauBrandt } from './other-families.ts'
import type { AccountPlan } from './plan.ts'
import { servePrivateFunds } from './private-equity.ts'
import { makeRoom, reviewAccount } from './review.ts'
import { payAllowances, receiveFunding, refundTaxes, settleFees, settleInterest } from './routine.ts'

const plans: readonly AccountPlan[] = [...aebiLaurent, ...moreauBrandt, ...hargroveTan]

/**
 * Simulates the families day by day up to the present. A day sees only earlier days and its own closes, so a later
 * present repeats the same days and adds its own.
 */
export function simulate(market: DemoMarket, asOf: Day): LedgerWriter {
  const writer = openLedgerWriter(market, accounts, custodians, firstPlanDay)
  const calendar = openIncomeCalendar(market.instruments, asOf)
  const settled: SettledPrices = new Map()
  let after = tradingDayBefore(firstPlanDay)
  for (const day of tradingDays(firstPlanDay, asOf)) {
    const turn = createTurn(after, day)
    writer.day = day
    applyCorporateActions(writer, turn)
    collectIncome(writer, calendar, turn)
    expireOptions(writer, turn)
    // The mortgage is drawn before the house is paid with it.
    serviceLoans(writer, turn)
    maintainAssets(writer, turn)
    servePrivateFunds(writer, turn)
    for (const plan of plans) {
      const ledger = findLedger(writer, plan.account)
      receiveFunding(writer, ledger, plan, turn)
      performActs(writer, ledger, plan, turn)
      reviewAccount(writer, ledger, plan, turn)
      payAllowances(writer, ledger, plan, turn)
    }
    settleMargins(writer, settled, turn, (ledger, needed) => {
      const plan = plans.find(({ account }) => account === ledger.fact.key)
      if (plan) makeRoom(writer, ledger, plan, needed)
    })
    openContracts(writer, settled, turn)
    for (const plan of plans) {
      const ledger = findLedger(writer, plan.account)
      settleInterest(writer, ledger, turn)
      settleFees(writer, ledger, plan, turn)
      refundTaxes(writer, ledger, turn)
    }
    after = day
  }
  return writer
}
