import type { CurrencyViews } from '@plumbline/engine'

const maxViews = 4

/** Caches the views of a snapshot in the currencies used last: they do not depend on filter and period. */
export function cacheCurrencyViews(
  open: (currency: string) => CurrencyViews,
): (currency: string) => CurrencyViews {
  const cache = new Map<string, CurrencyViews>()
  return currency => {
    const views = cache.get(currency) ?? open(currency)
    cache.delete(currency)
    cache.set(currency, views)
    const oldest = cache.keys().next().value
    if (cache.size > maxViews && oldest !== undefined) cache.delete(oldest)
    return views
  }
}
