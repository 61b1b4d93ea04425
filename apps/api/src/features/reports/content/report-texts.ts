import { formatAmount, formatDate, formatMonth, type NumberLocale } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { type CellKind, type Reader, type ReportColumn, readerLocale } from '../document.ts'

type ReportText = Extract<TextKey, `report_${string}`>
type ColumnText = TextKey extends infer Key ? (Key extends `report_col_${infer Name}` ? Name : never) : never

/** Texts and formats of one report. */
export interface ReportTexts {
  language: Language
  /** Of figures within texts. */
  locale: NumberLocale
  get(key: ReportText, values?: Readonly<Record<string, string>>): string
  /** The name of a list entry of the contract, such as an instrument type. */
  listLabel(list: string, id: string): string
  date(iso: string): string
  /** A month such as `2026-01` by its name: Jan 2026. */
  month(iso: string): string
  /** A difference in percentage points, with what it is of. */
  points(value: number, name: string): string
  column(name: ColumnText, kind: CellKind, isWide?: true): ReportColumn
  /** A column of shares or differences, which have no colour. */
  neutral(name: ColumnText, kind: 'return' | 'gain'): ReportColumn
  /** A column of amounts in the currency that another column names. */
  ownMoney(name: ColumnText, currencyColumn: number): ReportColumn
}

export function createReportTexts(reader: Reader): ReportTexts {
  const { language, dateFormat } = reader
  const texts = textsIn(language)
  return {
    language,
    locale: readerLocale(reader),
    get: (key, values = {}) => fillText(texts[key], values),
    listLabel: (list, id) => texts[`${list}_${id}` as TextKey] ?? id,
    date: iso => formatDate(iso, dateFormat, language),
    month: iso => formatMonth(iso, language),
    points: (value, name) =>
      fillText(texts.clients_drift_of, {
        points: fillText(texts.clients_points, {
          points: formatAmount(value * 100, readerLocale(reader), { decimals: 1, sign: 'always' }),
        }),
        name,
      }),
    column: (name, kind, isWide) => ({
      label: texts[`report_col_${name}`],
      kind,
      ...(isWide ? { isWide } : {}),
    }),
    neutral: (name, kind) => ({ label: texts[`report_col_${name}`], kind, isNeutral: true }),
    ownMoney: (name, currencyColumn) => ({
      label: texts[`report_col_${name}`],
      kind: 'own_money',
      currencyColumn,
    }),
  }
}
