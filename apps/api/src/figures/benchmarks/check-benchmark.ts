import {
  type BenchmarkGroupKey,
  type BenchmarkReturnType,
  countryCodes,
  currencyCodes,
  groupOfNone,
  heldTypes,
  sectors,
} from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'

interface DatedWeights {
  valid_from: string
  weights: readonly number[]
}

const refuse = (field: string, message: string): never => {
  throw new AppError('invalid_field', { field, message })
}

/** Weights in whole basis points, by day. Rejects what does not add up, by its field. */
export function readWeights(dated: readonly DatedWeights[], componentCount: number) {
  dated.forEach(({ valid_from, weights }, index) => {
    if (weights.length !== componentCount)
      refuse(`weights.${index}.weights`, 'Enter one weight for each component.')
    const sum = weights.reduce((all, weight) => all + Math.round(weight * 10_000), 0)
    if (sum !== 10_000)
      refuse(`weights.${index}.weights`, `The weights add up to ${sum / 100}%. They must add up to 100%.`)
    const isTwice = dated.findIndex(other => other.valid_from === valid_from) !== index
    if (isTwice) refuse(`weights.${index}.valid_from`, 'This date is listed twice.')
  })
  return dated
    .map(({ valid_from, weights }) => ({
      valid_from,
      weights: weights.map(weight => Math.round(weight * 10_000)),
    }))
    .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
}

export interface Component {
  instrument: string
  stands_for: string | null
}

/**
 * The levels of an index contain distributions or not, whatever the benchmark says of itself, so both must agree. Nobody
 * holds an index, so it says what class it stands for.
 *
 * @param returns by instrument; null for one that is no index.
 */
export function checkIndices(
  components: readonly Component[],
  returns: ReadonlyMap<string, BenchmarkReturnType | null>,
  returnType: BenchmarkReturnType,
): void {
  components.forEach(({ instrument, stands_for }, index) => {
    const own = returns.get(instrument) ?? null
    if (own === null) return
    if (stands_for === null) refuse(`components.${index}.stands_for`, 'Choose the class of this index.')
    if (own !== returnType)
      refuse(
        `components.${index}.instrument`,
        own === 'price'
          ? 'This is a price index: choose price return, or the index with distributions.'
          : 'This is a total return index: choose total return, or the index without distributions.',
      )
  })
}

/** Rejects a component that is listed twice. */
export function checkComponents(components: readonly { instrument: string }[]): void {
  components.forEach(({ instrument }, index) => {
    const isTwice = components.findIndex(other => other.instrument === instrument) !== index
    if (isTwice) refuse(`components.${index}.instrument`, 'This is listed twice.')
  })
}

const words: Record<BenchmarkGroupKey, ReadonlySet<string>> = {
  instrument_type: new Set(heldTypes),
  sector: new Set([...sectors, groupOfNone]),
  country: new Set([...countryCodes, groupOfNone]),
  currency: new Set(currencyCodes),
}

export function checkGroup(group: { by: BenchmarkGroupKey; key: string } | null): void {
  if (group && !words[group.by].has(group.key)) refuse('group.key', 'Not a group of this division.')
}
