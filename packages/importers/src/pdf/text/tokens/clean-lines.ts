/** A line of the document, as the reader sees it. */
export interface CleanLine {
  /** Index in the lines given. */
  readonly index: number
  readonly text: string
  /** The letters stood apart in the file; blanks between words are lost. */
  readonly isSqueezed: boolean
}

/** Longer lines are no lines of a statement. What follows is not read. */
const maxLineChars = 2000

const blanks = /[\s\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]+/g

/** Whole amounts are written '3,--' in Austria and Switzerland. */
const dashedCents = /(\d)[.,](?:--?|–|—)(?![\d-])/g

/** The first digit of a date may stand apart ('1 0.12.2020'). */
const splitDay = /(?<![\d.,] ?)([0-3]) (\d\.[01]\d\.(?:19|20)\d{2})(?!\d)/g

/** Digits that stand apart, one by one. */
const digitsApart = /(?<!\S)[\d.,-](?: [\d.,-]){3,}(?!\S)/g

/** Joins the digits of a number or date ('- 1 2 4 , 7 8'), or of an account; other single digits are columns. */
const joinDigits = (text: string): string =>
  text.replace(digitsApart, run => {
    const isNumber = /\d [.,] \d/.test(run) || /^\d(?: \d){7,}$/.test(run)
    return isNumber ? run.replace(/ /g, '') : run
  })

/** Lines that the extractor of a test text wrote before the document ('PDFBox Version', up to dashes). */
function preambleLength(lines: readonly string[]): number {
  const head = lines.slice(0, 12)
  if (!head.some(line => /PDFBox Version/.test(line))) return 0
  return head.findIndex(line => /^-{5,}\s*$/.test(line)) + 1
}

export function cleanLines(lines: readonly string[]): CleanLine[] {
  const start = preambleLength(lines)
  const cleaned: CleanLine[] = []
  for (let index = start; index < lines.length; index += 1) {
    const raw = removeUnderlines((lines[index] ?? '').slice(0, maxLineChars).normalize('NFC'))
    const isSqueezed = hasLettersApart(raw)
    const text = isSqueezed
      ? joinLetters(raw)
      : joinDigits(raw.replace(blanks, ' ')).replace(dashedCents, '$1,00').replace(splitDay, '$1$2').trim()
    if (text !== '') cleaned.push({ index, text, isSqueezed })
  }
  return cleaned
}

const underlinedCurrency = /(?:E_*U_*R|U_*S_*D|C_*H_*F|G_*B_*P)_{3}/

/** A sum is underlined within its letters: 'E_U_R______-_7_,_5_6_'. */
function removeUnderlines(raw: string): string {
  if (!raw.includes('_') || !underlinedCurrency.test(raw.replace(blanks, ''))) return raw
  return raw.replace(/_/g, '').replace(/([A-Z]{3})(-? ?\d)/g, '$1 $2')
}

/** Whether letters of words stand apart ('K a u f'): most pieces are of one or two letters. */
function hasLettersApart(raw: string): boolean {
  const pieces = raw.split(blanks).filter(piece => piece !== '')
  if (pieces.length < 5) return false
  const letters = pieces.filter(piece => /^\p{L}{1,2}$/u.test(piece)).length
  const single = pieces.filter(piece => piece.length <= 2).length
  return single >= pieces.length * 0.6 && (letters >= 4 || single >= pieces.length * 0.8) && letters >= 2
}

/** Codes that were not set apart ('A0M16S'): letters and digits in capitals. */
const codeApart = /(?<!\S)((?=[A-Z]*\d)[A-Z0-9]{6,12})(?!\S)/

/** Joins letters that stand apart, keeping wide gaps, and parts words, numbers and codes again by their shape. */
function joinLetters(raw: string): string {
  return raw
    .trim()
    .split(/\s{5,}/)
    .flatMap(column =>
      column
        .split(codeApart)
        .map((part, at) => (at % 2 === 1 ? part : separateCodes(part.replace(blanks, '')))),
    )
    .join(' ')
    .trim()
}

const code =
  /(?<![A-Z])(?:[A-Z]{2}[A-Z0-9]{9}\d(?!\d)|(?:EUR|USD|CHF|GBP|CAD|AUD|NOK|SEK|DKK|JPY|HKD)(?![A-Z])|(?:STK|ST)(?=\d))/g

function separateCodes(text: string): string {
  return text
    .replace(code, ' $& ')
    .replace(/(\p{L}\.|[\p{L}):])(\d)/gu, (_, left: string, right: string) => `${left} ${right}`)
    .replace(/(\d)(\p{L}{2})/gu, '$1 $2')
    .replace(/ {2,}/g, ' ')
    .replace(/\b([A-Z]{2}[A-Z0-9 ]{9,14}\d)\b/g, found => joinIsin(found))
    .trim()
}

/** Parting letters from digits has cut ISINs in pieces. */
function joinIsin(found: string): string {
  const joined = found.replace(/ /g, '')
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(joined) ? joined : found
}
