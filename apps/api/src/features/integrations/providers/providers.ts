import { yahoo } from './chart.ts'
import { coingecko } from './coingecko.ts'
import { ecb } from './ecb.ts'
import type { Provider } from './provider.ts'

/** Every provider that can be asked. Another one is another file and a line here. */
export const providers: readonly Provider[] = [ecb, yahoo, coingecko]

export function providerOf(id: string | null): Provider | null {
  return providers.find(provider => provider.id === id) ?? null
}
