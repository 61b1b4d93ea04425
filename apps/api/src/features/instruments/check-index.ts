import { type BenchmarkReturnType, indexType } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { InstrumentRow } from './instruments.store.ts'

interface IndexFields {
  instrument_type?: string | undefined
  index_return?: BenchmarkReturnType | null | undefined
}

/** An index says whether its levels contain distributions, since no figure can tell; other types have no such term. */
export function checkIndex(body: IndexFields, known: InstrumentRow | null): void {
  const type = body.instrument_type ?? known?.instrument_type
  const kept = known?.terms.index_return ?? null
  const stated = body.index_return === undefined ? kept : body.index_return
  const message =
    type === indexType && stated === null
      ? 'Say whether its levels are of price or total return.'
      : type !== indexType && body.index_return
        ? 'Only an index has a return type.'
        : null
  if (message !== null) throw new AppError('invalid_field', { field: 'index_return', message })
}
