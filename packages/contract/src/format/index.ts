export * from './dates.ts'
export * from './minor-units.ts'
export * from './numbers.ts'
export * from './receipts.ts'
