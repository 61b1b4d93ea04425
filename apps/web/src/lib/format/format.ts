// Screens and printed reports share these formatters.
export * from '@plumbline/contract/format'
