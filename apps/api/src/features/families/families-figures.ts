import type { currencyCode, Flag } from '@plumbline/contract'
import type { z } from 'zod'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'

/** Figures of several families, each from its own snapshot. Who has no figures is left out. */
export type FamiliesFigures = <Figures>(
  name: 'familyFigures' | 'clientFigures',
  user: SignedIn,
  families: readonly { id: string; base_currency: string }[],
  currency: z.infer<typeof currencyCode> | undefined,
) => Promise<Map<string, Figures>>

export const unvalued: Flag = { code: 'no_price', fields: ['value'], date: null, amount: null }

export function createFamiliesFigures(
  portfolio: PortfolioService,
  lastClose: () => Promise<string | null>,
): FamiliesFigures {
  return async <Figures>(
    name: string,
    user: SignedIn,
    families: readonly { id: string; base_currency: string }[],
    currency: z.infer<typeof currencyCode> | undefined,
  ) => {
    // Without any close there is no day to value on.
    if (families.length === 0 || (await lastClose()) === null) return new Map<string, Figures>()
    const settings = currency === undefined ? {} : { currency }
    const found = await Promise.all(
      families.map(async ({ id, base_currency }): Promise<[string, Figures][]> => {
        try {
          const body = { settings, filters: {}, family: id }
          const given = async () => base_currency
          return [[id, await portfolio.figures<Figures>(name, { user, body, given })]]
        } catch (error) {
          // Erased since it was listed.
          if (error instanceof AppError && error.code === 'not_found') return []
          throw error
        }
      }),
    )
    return new Map(found.flat())
  }
}
