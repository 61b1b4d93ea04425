export { currencyDecimals, roundParts, roundTable, roundTo, roundToTotal } from '@plumbline/engine/rounding'
export * from './dates.ts'
export * from './numbers.ts'
export * from './receipts.ts'
