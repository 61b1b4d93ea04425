import type { FilterList } from '../filter.ts'

/** The open page of the filter sheet: the main list, or one of its rows. */
export type SheetView = 'main' | 'dates' | 'currency' | FilterList
