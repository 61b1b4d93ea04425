export {
  currencyDecimals,
  roundParts,
  roundTable,
  roundTo,
  roundToTotal,
  roundWithRest,
} from '@plumbline/engine/rounding'
export { weightIn } from '@plumbline/engine/weight'
export * from './dates.ts'
export * from './minor-units.ts'
export * from './number-locale.ts'
export * from './numbers.ts'
