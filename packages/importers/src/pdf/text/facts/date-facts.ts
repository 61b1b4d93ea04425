import type { Line } from '../document.ts'
import { findLabels, type LabelMatch, type Labels, normalize } from '../labels.ts'
import type { LabelRole } from '../words/label-words.ts'

export interface LabelledDate {
  /** 'stated' where a profile names the place. */
  readonly role: LabelRole | 'stated' | null
  /** Words directly before it, normalized. */
  readonly label: string
  readonly value: string
  readonly time: string | null
  readonly line: number
  /** It begins a line not far below a heading that begins with 'Date'. */
  readonly isRow?: boolean
}

export const dateRoles: ReadonlySet<LabelRole> = new Set([
  'tradeDate',
  'orderDate',
  'valueDate',
  'payDate',
  'exDate',
  'documentDate',
])

/** A date in the line that says what was done ('Achat le 10/04/2024') is that of the trade. */
const tradeWords =
  /(?:^| )(?:kauf|verkauf|gekauft|verkauft|kauften|verkauften|achete|vendu|acquistato|venduto|comprado|vendido|gekocht|verkocht|purchased|buy|sell|bought|sold|achat|vente|aankoop|verkoop|acquisto|vendita|compra|venta|esecuzione|execution|ejecucion|ausfuhrung|sparplanausfuhrung|orderventa|ordercompra)(?: |$)/
/** 'On 31.10.2023 we have credited you': the day the account was moved. */
const movedWords =
  /(?:^| )(?:am|on|le) (?:[0-9 ]+ )?.*(?:belastet|gutgeschrieben|credited|debited|credite|debite|verbucht|eingezogen|abgebucht|uberwiesen)/
const orderWords =
  /(?:^| )(?:auftrag|order (?:vom|date)|kaufauftrag|verkaufsauftrag|valuta|lieferung|gultig|limit)(?: |$)/

interface LineOfDates {
  readonly line: Line
  readonly header: Line | null
  readonly above: readonly Line[]
  readonly below: readonly Line[]
}

const dateHeading = /^(?:date|datum|data|fecha)(?: |$)/

/** Collects the dates of a line with their meaning: by the words before them, else by the column. */
export function collectDates(
  { line, header, above, below }: LineOfDates,
  labels: Labels,
  dates: LabelledDate[],
): void {
  const found = line.tokens.flatMap((token, at) =>
    token.type === 'date' ? [{ value: token.value, at }] : [],
  )
  if (found.length === 0) return
  // A line that states a date is no heading of dates.
  const isHeading = header?.tokens.every(({ type }) => type !== 'date') ?? false
  const columns = isHeading ? (header?.labels.filter(({ role }) => dateRoles.has(role)) ?? []) : []
  found.forEach(({ value, at }, index) => {
    const before = line.tokens.slice(0, at).findLast(token => token.type === 'words')
    const isDirect = at > 0 && line.tokens[at - 1]?.type === 'words'
    const words = before?.type === 'words' && isDirect ? before.text : ''
    const label = normalize(words)
    // 'Datum der Umbuchung': what follows says which date it is.
    const isOwn = ({ role, at: place, length }: LabelMatch) =>
      dateRoles.has(role) && (role !== 'documentDate' || line.isSqueezed || place + length === label.length)
    const own = findLabels(label, labels, line.isSqueezed).findLast(isOwn)
    // Where a column has no known label, the last ones belong together.
    const column = columns[index - Math.max(0, found.length - columns.length)]
    const trade = own === undefined && tradeWords.test(line.norm) && !orderWords.test(line.norm)
    // Of two dates the time belongs to that before it.
    const beside = line.tokens
      .slice(at + 1, at + 4)
      .find(token => token.type === 'time' || token.type === 'date')
    const time = beside ?? (at === 0 && found.length === 1 ? timeBelow(below) : undefined)
    dates.push({
      role:
        own?.role ??
        (trade
          ? 'tradeDate'
          : movedWords.test(line.norm)
            ? 'valueDate'
            : (column?.role ?? (isLetterhead(line) ? 'documentDate' : null))),
      label,
      value,
      time: time?.type === 'time' ? time.value : null,
      line: line.index,
      isRow: at === 0 && above.some(({ norm, amounts }) => dateHeading.test(norm) && amounts.length === 0),
    })
  })
}

/** 'Musterstadt, 27. Juli 2018': place and day of a letter. */
function isLetterhead({ tokens }: Line): boolean {
  const [place, day, ...others] = tokens
  return (
    others.length === 0 &&
    day?.type === 'date' &&
    place?.type === 'words' &&
    /^[^,:]{3,40},$/.test(place.text)
  )
}

/** A cell with date and time may be two lines: the time begins one of the lines below. */
function timeBelow(below: readonly Line[]): Line['tokens'][number] | undefined {
  const dated = below.findIndex(({ tokens }) => tokens.some(({ type }) => type === 'date'))
  const lines = dated < 0 ? below : below.slice(0, dated)
  return lines.map(({ tokens }) => tokens[0]).find(token => token?.type === 'time')
}
