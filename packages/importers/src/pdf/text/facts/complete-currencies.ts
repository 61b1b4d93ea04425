import type { Line } from '../document.ts'
import type { Facts } from './facts.ts'

/** Amounts without a currency are in that of the document, where it names only one. */
export function completeCurrencies(facts: Facts, lines: readonly Line[]): Facts {
  const named = new Set(facts.items.flatMap(item => [...item.amounts.keys()]).filter(code => code !== ''))
  for (const { currency } of facts.prices) if (currency) named.add(currency)
  const [only, ...others] = named.size > 0 ? named : findNamed(lines)
  if (only === undefined || others.length > 0) return facts
  const items = facts.items.map(item => {
    const value = item.amounts.get('')
    return value === undefined || item.amounts.size > 1
      ? item
      : { ...item, amounts: new Map([[only, value]]) }
  })
  return { ...facts, items }
}

const currencyLabel = /(?:^| )(?:currency|wahrung|devise|valuta|divisa|moneda|moeda|waluta|amounts in)(?: |$)/

/** Currencies named apart from amounts: those that a label names ('Currency: USD'), else all. */
function findNamed(lines: readonly Line[]): Set<string> {
  const codesIn = ({ tokens }: Line) =>
    tokens.flatMap(token => (token.type === 'currency' ? [token.code] : []))
  const labelled = lines.filter(({ norm }) => currencyLabel.test(norm)).flatMap(codesIn)
  return new Set(labelled.length > 0 ? labelled : lines.flatMap(codesIn))
}
