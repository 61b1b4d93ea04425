import type { currencyCode, Flag } from '@plumbline/contract'
import type { z } from 'zod'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { FiguresQuery } from '../../queries/query.ts'

/** Runs a query for several families, each on its own snapshot. Its input is the base currency of the family. */
export type LoadFamiliesFigures = <Figures>(
  query: FiguresQuery<string, Figures>,
  user: CurrentUser,
  families: readonly { id: string; base_currency: string }[],
  currency: z.infer<typeof currencyCode> | undefined,
) => Promise<Map<string, Figures>>

export const unvalued: Flag = { code: 'no_price', fields: ['value'], date: null, amount: null }

export function createLoadFamiliesFigures(portfolio: PortfolioService): LoadFamiliesFigures {
  return (query, user, families, currency) =>
    portfolio.runForEach(query, {
      user,
      settings: currency === undefined ? {} : { currency },
      families: families.map(({ id, base_currency }) => ({
        id,
        inputKey: base_currency,
        readInput: async () => base_currency,
      })),
    })
}
