/** What is asked for, by the word of the transaction; the server works out the rest. */
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

/** A house is bought as one: how many there are and what one costs says nothing. */
const single: ReadonlySet<string> = new Set(['real_estate', 'art', 'vehicle'])

export function entryFields(slug: string, type: string): readonly EntryField[] {
  const fields = fieldsBySlug[slug] ?? money
  return fields.filter(field => {
    if (field === 'accrued') return type === 'bond'
    return !single.has(type) || (field !== 'quantity' && field !== 'price')
  })
}
