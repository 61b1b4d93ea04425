import { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../../lib/api/api.ts'
import { showSaved, showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'

type Rate = Reply<typeof contract.rates.list>['data'][number]
type Undo = () => Promise<unknown>

/** Taking back what was just typed is no surprise. */
const asUndo = { confirm: ['nav_change' as const] }

interface TypedPrice {
  id: string
  date: string
  price: number
}

/** Sets the price of a day. Returns what restores the day. */
export async function replacePrice({ id, ...body }: TypedPrice): Promise<Undo> {
  const { date } = body
  const params = { id }
  const query = { start_date: date, end_date: date, limit: 1 }
  const before = (await call(contract.instruments.prices, { params, query })).data[0]
  await call(contract.instruments.setPrice, { params, body })
  if (!before) return () => call(contract.instruments.removePrice, { params: { id, date }, body: asUndo })
  const { price, source } = before
  return () =>
    call(contract.instruments.setPrice, { params, body: { date, price, source }, isConfirmed: true })
}

/** Sets the rate of a day. Returns what restores the day. */
export async function replaceRate(body: CallBody<typeof contract.rates.set>): Promise<Undo> {
  const { date } = body
  const read = (currency: Rate['currency']) =>
    call(contract.rates.list, { query: { currency, start_date: date, end_date: date, limit: 1 } })
  const [base, quote] = await Promise.all([read(body.base), read(body.quote)])
  const { currency } = (await call(contract.rates.set, { body })).data
  const before = [...base.data, ...quote.data].find(rate => rate.currency === currency)
  if (!before) return () => call(contract.rates.remove, { params: { currency, date }, body: asUndo })
  const stated = before.stated ?? { base: currency, quote: 'USD' as const, rate: before.rate }
  return () => call(contract.rates.set, { body: { ...stated, date }, isConfirmed: true })
}

/** Shows that a fix was saved, with its undo. */
export function useSavedFix(): (message: string, undo: Undo) => void {
  const text = useText()
  const queryClient = useQueryClient()
  const undoing = useMutation({
    mutationFn: (undo: Undo) => undo(),
    onSuccess: () => showToast(text('question_undone'), 'success'),
    onSettled: () => void queryClient.invalidateQueries(),
  })
  return (message, undo) => showSaved(message, () => undoing.mutate(undo))
}
