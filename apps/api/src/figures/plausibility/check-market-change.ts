import { maxNavChange, type PlausibilityQuestion, plausibilityQuestions } from '@plumbline/contract'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { listHolders } from './holders.store.ts'
import { type MarketChange, type MarketEffect, marketEffectQuery } from './market-effect.query.ts'
import { askAbout, type Question } from './questions.ts'

export type MeasureMarketChange = ReturnType<typeof createMarketCheck>

/**
 * Measures what a typed price or rate does to the families that the caller sees. Empty where the caller has confirmed
 * everything, and while the server is too busy to tell.
 */
export function createMarketCheck(portfolio: PortfolioService, database: () => Database) {
  return async (
    user: CurrentUser,
    change: MarketChange,
    confirm: readonly PlausibilityQuestion[] = [],
  ): Promise<MarketEffect[]> => {
    if (plausibilityQuestions.every(code => confirm.includes(code))) return []
    const families = await listHolders(database(), user.id, change)
    try {
      const found = await portfolio.runForEach(marketEffectQuery, {
        user,
        settings: {},
        families: families.map(id => ({
          id,
          inputKey: JSON.stringify(change),
          readInput: async () => change,
        })),
      })
      return [...found.values()]
    } catch (error) {
      if (error instanceof AppError && error.code === 'overloaded') return []
      throw error
    }
  }
}

const changeOf = ({ before, after }: MarketEffect): number =>
  before === null || after === null || before === 0 ? 0 : Math.abs(after - before) / Math.abs(before)

/** Asks about the family whose net asset value would change the most, if it is by more than a fifth. */
export function askAboutNav(effects: readonly MarketEffect[], field?: string): Question[] {
  const [largest] = effects.toSorted((a, b) => changeOf(b) - changeOf(a))
  if (largest === undefined || changeOf(largest) <= maxNavChange) return []
  const { family: name, before, after, currency } = largest
  return [askAbout('nav_change', { field, name, before, after, currency })]
}
