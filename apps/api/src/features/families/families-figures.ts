import type { currencyCode, Flag } from '@plumbline/contract'
import type { z } from 'zod'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
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
  return async <Figures>(
    query: FiguresQuery<string, Figures>,
    user: CurrentUser,
    families: readonly { id: string; base_currency: string }[],
    currency: z.infer<typeof currencyCode> | undefined,
  ) => {
    const settings = currency === undefined ? {} : { currency }
    const found = await Promise.all(
      families.map(async ({ id, base_currency }): Promise<[string, Figures][]> => {
        try {
          const body = { settings, filters: {}, family: id }
          const readInput = async () => base_currency
          return [[id, await portfolio.run(query, { user, body, readInput })]]
        } catch (error) {
          // The family was erased after it was listed.
          if (error instanceof AppError && error.code === 'not_found') return []
          throw error
        }
      }),
    )
    return new Map(found.flat())
  }
}
