import { formatDate } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import type { CellKind, Reader, ReportColumn } from '../document.ts'

type ReportText = Extract<TextKey, `report_${string}`>
type ColumnText = TextKey extends infer Key ? (Key extends `report_col_${infer Name}` ? Name : never) : never

/** The words of one report. */
export interface Words {
  language: Language
  say(key: ReportText, values?: Readonly<Record<string, string>>): string
  /** A word of one of the contract's lists, such as a type of instrument. */
  word(list: string, id: string): string
  date(iso: string): string
  column(name: ColumnText, kind: CellKind, isWide?: true): ReportColumn
}

export function wordsFor({ language, dateFormat }: Reader): Words {
  const texts = textsIn(language)
  return {
    language,
    say: (key, values = {}) => fillText(texts[key], values),
    word: (list, id) => texts[`${list}_${id}` as TextKey] ?? id,
    date: iso => formatDate(iso, dateFormat, language),
    column: (name, kind, isWide) => ({
      label: texts[`report_col_${name}`],
      kind,
      ...(isWide ? { isWide } : {}),
    }),
  }
}
