export { currencyDecimals, roundParts, roundTable, roundTo, roundToTotal } from '@plumbline/engine/rounding'
export * from './dates.ts'
export * from './minor-units.ts'
export * from './numbers.ts'
