// Screens and printed reports write figures in the same way.
export * from '@plumbline/contract/format'
