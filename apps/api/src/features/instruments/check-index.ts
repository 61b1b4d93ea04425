import { type BenchmarkReturnType, benchmarkReturnTypes, indexType } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { IndexBenchmarksStore } from './index-benchmarks.store.ts'
import type { InstrumentRow } from './instruments.store.ts'

interface IndexFields {
  instrument_type?: string | undefined
  index_return?: BenchmarkReturnType | null | undefined
}

/** An index says whether its levels contain distributions, since no figure can tell; other types have no such term. */
export function checkIndex(body: IndexFields, known: InstrumentRow | null): void {
  const { type, stated } = indexAfter(body, known)
  const message =
    type === indexType && stated === null
      ? 'Say whether its levels are of price or total return.'
      : type !== indexType && body.index_return
        ? 'Only an index has a return type.'
        : null
  if (message !== null) throw new AppError('invalid_field', { field: 'index_return', message })
}

/** The levels of an index are not recomputed, so what measures by them must still mean the same afterwards. */
export async function checkItsBenchmarks(
  store: IndexBenchmarksStore,
  userId: string,
  body: IndexFields,
  known: InstrumentRow,
): Promise<void> {
  const { type, stated } = indexAfter(body, known)
  const isChanged = type !== known.instrument_type || stated !== knownReturn(known)
  if (type !== indexType || stated === null || !isChanged) return
  const { names, hiddenCount } = await store.listUnfit(userId, known.id, stated)
  const field = 'index_return'
  if (names.length > 0)
    throw new AppError('still_in_use', {
      field,
      message: `It does not fit these benchmarks then: ${names.join('; ')}. Take it out of them first, or add another index.`,
    })
  if (hiddenCount > 0)
    throw new AppError('still_in_use', {
      field,
      message: 'It does not fit benchmarks of others then. Add another index instead.',
    })
}

/** The type and the return type that a change leads to. */
function indexAfter(body: IndexFields, known: InstrumentRow | null) {
  const kept = knownReturn(known)
  return {
    type: body.instrument_type ?? known?.instrument_type,
    stated: body.index_return === undefined ? kept : body.index_return,
  }
}

const knownReturn = (known: InstrumentRow | null): BenchmarkReturnType | null =>
  benchmarkReturnTypes.find(each => each === known?.terms.index_return) ?? null
