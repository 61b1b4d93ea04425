/** The fields of the transaction form. The server computes the others. */
type EntryField = 'quantity' | 'price' | 'amount' | 'accrued' | 'ratio' | 'fees' | 'taxes'

const traded: readonly EntryField[] = ['quantity', 'price', 'amount', 'accrued', 'fees', 'taxes']
const paid: readonly EntryField[] = ['amount', 'fees', 'taxes']
const money: readonly EntryField[] = ['amount']

const fieldsBySlug: Readonly<Record<string, readonly EntryField[]>> = {
  purchase: traded,
  sale: traded,
  redemption: traded,
  rent: paid,
  dividend: paid,
  coupon: paid,
  interest: paid,
  expense: money,
  split: ['ratio'],
  commitment: money,
  capital_call: ['amount', 'fees'],
  distribution: ['amount', 'taxes'],
  drawdown: ['amount', 'fees'],
  repayment: ['amount', 'fees'],
  open: ['quantity', 'price', 'fees'],
  settle: ['quantity', 'price', 'fees'],
}

/** Assets held as a single unit, without quantity and unit price. */
const singleUnitTypes: ReadonlySet<string> = new Set(['real_estate', 'art', 'vehicle'])

export function entryFields(slug: string, type: string): readonly EntryField[] {
  const fields = fieldsBySlug[slug] ?? money
  return fields.filter(field => {
    if (field === 'accrued') return type === 'bond'
    return !singleUnitTypes.has(type) || (field !== 'quantity' && field !== 'price')
  })
}
