import { type LabelRole, labelWords } from './words/label-words.ts'

const wrongUmlauts: Readonly<Record<string, string>> = {
  '‰': 'a',
  '¸': 'u',
  ˆ: 'o',
  '{': 'a',
  '|': 'o',
  '}': 'u',
  '~': 'ss',
}

const plainLetters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', đ: 'd' }

/** Folds case, accents and punctuation: 'Kapitalertragsteuer (KESt)' is 'kapitalertragsteuer kest'. */
export function normalize(text: string): string {
  return (
    text
      // Umlauts of a wrong code page.
      .replace(/[‰¸ˆ]|(?<=[A-Za-z])[{|}~](?=[A-Za-z])/g, found => wrongUmlauts[found] ?? '')
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/ß/g, 'ss')
      .toLowerCase()
      // Letters of Polish and of the Nordic languages that have no accent to take off.
      .replace(/[łøæđ]/g, letter => plainLetters[letter] ?? '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  )
}

interface LabelMatcher {
  readonly words: RegExp
  readonly squeezed: RegExp
}

export type Labels = Readonly<Record<LabelRole, LabelMatcher>>

export interface LabelMatch {
  readonly role: LabelRole
  readonly at: number
  readonly length: number
}

const roles = Object.keys(labelWords) as LabelRole[]

/** Shorter words occur inside others once the blanks are lost. */
const minSqueezedChars = 5

function compile(words: readonly string[]): LabelMatcher {
  // Longer labels first: an alternation takes the first that fits.
  const sorted = [...words].sort((a, b) => b.length - a.length)
  const alternatives = sorted.map(word => word.replace(/^\*/, '[a-z]*').replace(/\*$/, '[a-z0-9]*'))
  const dense = sorted.map(word => word.replace(/[ *]/g, '')).filter(word => word.length >= minSqueezedChars)
  return {
    words: new RegExp(
      alternatives.length === 0 ? '(?!)' : `(?<![a-z0-9])(?:${alternatives.join('|')})(?![a-z0-9])`,
      'g',
    ),
    squeezed: new RegExp(dense.length === 0 ? '(?!)' : dense.join('|'), 'g'),
  }
}

type OwnLabels = Readonly<Partial<Record<LabelRole, readonly string[]>>>

const compiled = new Map<OwnLabels | undefined, Labels>()

/** The labels of all roles, with those of a profile added. The lists never change: each is compiled once. */
export function compileLabels(extra?: OwnLabels): Labels {
  const labels = compiled.get(extra) ?? compileRoles(extra ?? {})
  compiled.set(extra, labels)
  return labels
}

function compileRoles(extra: OwnLabels): Labels {
  const own = Object.fromEntries(roles.map(role => [role, (extra[role] ?? []).map(normalizeLabel)]))
  const claimed = new Set(Object.values(own).flat())
  const entries = roles.map(role => {
    // A label that a profile gives to a role loses its other roles.
    const common = labelWords[role].filter(word => !claimed.has(word))
    return [role, compile([...common, ...(own[role] ?? [])])] as const
  })
  return Object.fromEntries(entries) as Record<LabelRole, LabelMatcher>
}

function normalizeLabel(label: string): string {
  const star = label.endsWith('*') ? '*' : ''
  const lead = label.startsWith('*') ? '*' : ''
  return `${lead}${normalize(label)}${star}`
}

/** All labels in normalized text, in order of place; of overlapping ones the longest. */
export function findLabels(text: string, labels: Labels, isSqueezed = false): LabelMatch[] {
  const found: LabelMatch[] = []
  if (text === '') return found
  for (const role of roles) {
    const pattern = isSqueezed ? labels[role].squeezed : labels[role].words
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      found.push({ role, at: match.index, length: match[0].length })
      if (match[0] === '') break
    }
  }
  return withoutOverlaps(found)
}

/** Labels of dates and of amounts may share words: 'Gutschrift mit Wert 31.07. 12,00 EUR' has both. */
const isDateRole = (role: LabelRole): boolean => role.endsWith('Date')

function withoutOverlaps(found: LabelMatch[]): LabelMatch[] {
  const byLength = found.sort((a, b) => b.length - a.length || a.at - b.at)
  const kept: LabelMatch[] = []
  for (const match of byLength) {
    const isInside = kept.some(
      other =>
        other.role !== match.role &&
        isDateRole(other.role) === isDateRole(match.role) &&
        match.length < other.length &&
        match.at < other.at + other.length &&
        other.at < match.at + match.length,
    )
    if (!isInside) kept.push(match)
    if (kept.length > 60) break
  }
  return kept.sort((a, b) => a.at - b.at)
}
