import type { Line } from './document.ts'
import { normalize } from './labels.ts'
import { cancellationWords, type DocumentKind, titleWords } from './words/title-words.ts'

export interface Title {
  readonly kind: DocumentKind
  readonly line: number
  readonly weight: number
  readonly words: string
}

interface Phrase {
  readonly kind: DocumentKind
  readonly words: string
  readonly weight: number
}

export interface Titles {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>
  readonly weak: ReadonlyMap<string, DocumentKind>
}

type OwnTitles = Readonly<Partial<Record<DocumentKind, readonly string[]>>>

const compiled = new Map<OwnTitles | undefined, Titles>()

/** Indexes the titles by their first word, with those of a profile first. The lists never change: each is indexed once. */
export function compileTitles(extra?: OwnTitles): Titles {
  const titles = compiled.get(extra) ?? indexTitles(extra ?? {})
  compiled.set(extra, titles)
  return titles
}

function indexTitles(extra: OwnTitles): Titles {
  const phrases = new Map<string, Phrase[]>()
  const weak = new Map<string, DocumentKind>()
  const add = (kind: DocumentKind, words: string, weight: number) => {
    const first = words.split(' ')[0] ?? ''
    phrases.set(first, [...(phrases.get(first) ?? []), { kind, words, weight }])
  }
  for (const kind of Object.keys(titleWords) as DocumentKind[]) {
    for (const words of titleWords[kind].titles) add(kind, words, words.includes(' ') ? 4 : 3)
    for (const words of titleWords[kind].weak) weak.set(words, kind)
    for (const words of extra[kind] ?? []) add(kind, normalize(words), 9)
  }
  return { phrases, weak }
}

/** Single words of these kinds are titles only at the start of a line. */
const looseKinds: ReadonlySet<DocumentKind> = new Set([
  'statement',
  'notBooked',
  'fee',
  'deposit',
  'removal',
  'interest',
])

/** Titles stand in short lines. */
const maxTitleWords = 16

/** All titles of the lines, in order: at most one per line, the heaviest. */
export function findTitles(lines: readonly Line[], titles: Titles): Title[] {
  const found: Title[] = []
  lines.forEach((line, at) => {
    const title = titleOfLine(line, at, titles)
    if (title) found.push(title)
  })
  return found
}

function titleOfLine(line: Line, at: number, titles: Titles): Title | null {
  const words = line.norm.split(' ', maxTitleWords + 30)
  let best: Title | null = null
  words.forEach((word, place) => {
    for (const phrase of titles.phrases.get(word) ?? []) {
      if (!isAt(words, place, phrase.words)) continue
      // A title begins its line; the same words in a sentence say less.
      const isLoose =
        place > 0 && !phrase.words.includes(' ') && (looseKinds.has(phrase.kind) || words.length > 3)
      const weight = isLoose
        ? 1
        : place === 0
          ? phrase.weight + 1
          : words.length > maxTitleWords && place > 3
            ? 1
            : phrase.weight - (place > 4 ? 2 : 0)
      if (!best || weight > best.weight) best = { kind: phrase.kind, line: at, weight, words: phrase.words }
    }
  })
  if (best) return best
  const first = titles.weak.get(words[0] ?? '')
  if (first) return { kind: first, line: at, weight: 2, words: words[0] ?? '' }
  const isRow = line.tokens.some(({ type }) => type === 'isin')
  const inside =
    words.length <= maxTitleWords || isRow ? words.find(word => titles.weak.has(word)) : undefined
  const kind = inside === undefined ? undefined : titles.weak.get(inside)
  // 'Securities settlement - Purchase': a heading of few words says more than a sentence.
  const weight = isHeading(line, words) && kind !== undefined && tradeKinds.has(kind) ? 1.5 : 0
  return kind ? { kind, line: at, weight, words: inside ?? '' } : null
}

const isHeading = ({ tokens }: Line, words: readonly string[]): boolean =>
  words.length <= 4 && tokens.every(({ type }) => type === 'words')

function isAt(words: readonly string[], place: number, phrase: string): boolean {
  return phrase.split(' ').every((word, offset) => words[place + offset] === word)
}

const tradeKinds: ReadonlySet<DocumentKind> = new Set(['purchase', 'sale', 'dividend'])

const paidBack = /erstatt|refund|reimburse|rembours|rimbors|reembols|terugbetal/
const withheldTax = /quellensteuer|withholding|impot|imposta|retencion|bronbelasting|verrechnungssteuer/

/** A dividend note whose kind of payment is tax that is paid back: 'Dividendenart: Rückerstattung Quellensteuer'. */
function findTaxRefund(lines: readonly Line[]): Title | null {
  const isKind = ({ norm, amounts }: Line) =>
    amounts.length === 0 &&
    norm.length < 80 &&
    /^(?:dividendenart|art|type|genre|tipo|soort)(?: |$)/.test(norm) &&
    paidBack.test(norm) &&
    withheldTax.test(norm)
  const at = lines.findIndex(isKind)
  return at < 0 ? null : { kind: 'taxNote', line: at, weight: 9, words: lines[at]?.norm ?? '' }
}

/** Orders that are confirmed, not yet executed, unless the note says when. */
const orderOnly: ReadonlySet<string> = new Set([
  'order confirmation',
  'auftragsbestatigung',
  'orderbestatigung',
])

const isExecuted = (lines: readonly Line[]): boolean =>
  lines.some(
    ({ labels, tokens }) =>
      labels.some(({ role }) => role === 'tradeDate') &&
      tokens.some(({ type }) => type === 'date') &&
      tokens.some(({ type }) => type === 'time'),
  )

/** The kind of a document: its heaviest title; of equal ones the first. */
export function classify(lines: readonly Line[], titles: Titles): Title | null {
  const refund = findTaxRefund(lines)
  if (refund) return refund
  let best: Title | null = null
  const found = findTitles(lines, titles)
  for (const title of found) if (!best || title.weight > best.weight) best = title
  if (orderOnly.has((best as Title | null)?.words ?? '') && isExecuted(lines))
    return found.find(({ kind, weight }) => tradeKinds.has(kind) && weight >= 3) ?? best
  // A note of a trade has a part about its taxes; that part does not make it a tax note.
  if (
    (best as Title | null)?.kind === 'taxNote' &&
    !/erstattung|refund|reimbursement/.test((best as Title | null)?.words ?? '')
  )
    return (
      found.find(
        ({ kind, weight, line }) => tradeKinds.has(kind) && weight >= 2 && line < (best as Title).line,
      ) ?? best
    )
  // Securities that leave the portfolio against money are paid back.
  if ((best as Title | null)?.kind === 'outboundDelivery')
    return found.find(({ words, weight }) => words === 'barausgleich' && weight >= 3) ?? best
  return best
}

const cancels = new Set(cancellationWords)

/** Whether the title of the document says that an earlier one is taken back. */
export function isCancellation(lines: readonly Line[]): boolean {
  return lines.slice(0, 40).some(line => {
    const words = line.norm.split(' ', 12)
    if (words.length > 10 || line.amounts.some(({ currency }) => currency !== null)) return false
    return words.slice(0, 6).some(word => cancels.has(word))
  })
}
