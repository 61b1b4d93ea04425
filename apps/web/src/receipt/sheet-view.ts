import type { FilterList } from '../filter/filter.ts'

/** What of the filter sheet is open: everything in rows, or one of the rows. */
export type SheetView = 'main' | 'dates' | 'currency' | FilterList
