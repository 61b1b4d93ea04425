export { findDraftProblem } from './check-draft.ts'
export { type ColumnMapping, completeMapping } from './csv/mapping.ts'
export type { Effect, Preset, Rule } from './csv/preset.ts'
export type { CsvPreview } from './csv/preview.ts'
export type {
  Balance,
  Draft,
  DraftInput,
  Holding,
  Identifier,
  InstrumentHint,
  PartialDraft,
  Places,
  Side,
  Statement,
} from './draft.ts'
export { noDetails, noInstrument } from './draft.ts'
export { limits } from './limits.ts'
export type { MarketProblem, MarketReading, PriceRow, RateRow } from './market/market-rows.ts'
export { findFileProblem, readMarketTable } from './market/read-market.ts'
export { readMarketFile } from './market/read-market-file.ts'
export { isPdf } from './pdf/file/is-pdf.ts'
export type { PdfPage } from './pdf/file/read-pages.ts'
export type { Exported } from './plumbline/columns.ts'
export { writePlumblineCsv } from './plumbline/csv.ts'
export { presets } from './presets/presets.ts'
export {
  type Details,
  type Problem,
  type ProblemCode,
  problemSentence,
  type SkipCode,
  type Skipped,
  shownChars,
  skipSentence,
  type Warning,
} from './problem.ts'
export { type FileReading, type ReadOptions, readFile } from './read-file.ts'
export { readStatement } from './read-statement.ts'
export type { Cancellation, Reading } from './reading.ts'
export { typeFromCfi } from './text/cfi.ts'
export { hasValidCheckDigit } from './text/isin.ts'
export { isCusip, isSedol, isWkn } from './text/securities-ids.ts'
