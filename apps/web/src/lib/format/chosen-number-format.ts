import { createStore } from '../browser/store.ts'
import type { NumberFormat } from './format.ts'

/** The number format of the user settings; null follows the language. */
export const chosenNumberFormat = createStore<NumberFormat | null>(null)
