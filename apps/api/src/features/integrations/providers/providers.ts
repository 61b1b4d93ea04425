import { coingecko } from './coingecko.ts'
import { ecb } from './ecb.ts'
import type { Provider } from './provider.ts'
import { yahoo } from './yahoo.ts'

/** A new provider needs a file of its own and an entry here. */
export const providers: readonly Provider[] = [ecb, yahoo, coingecko]

export function findProvider(id: string | null): Provider | null {
  return providers.find(provider => provider.id === id) ?? null
}
