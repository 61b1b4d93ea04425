import { RowProblem, UnreadableFile } from '../problem.ts'
import { collector, type ReadContext, type Reading } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { formatElement } from '../xml/raw.ts'
import { findChild, readText, readTree, type XmlElement } from '../xml/tree.ts'
import { referenceResolver } from './references.ts'
import { type AccountDraft, type Client, type FoundTransaction, readTransaction } from './transactions.ts'

/** Elements without transactions. Prices make up most of a file. */
const ignoredElements = new Set([
  'price',
  'latest',
  'consumerPriceIndeces',
  'dashboards',
  'taxonomies',
  'settings',
  'watchlists',
  'properties',
  'events',
  'attributes',
])

/** Reads the XML file of Portfolio Performance. */
export function readPortfolioPerformanceXml(text: string, context: ReadContext = {}): Reading {
  return readClient(readTree(text, ignoredElements), context)
}

/** Reads a file of Portfolio Performance. Each cash account becomes a statement with its securities. */
export function readClient(top: XmlElement, context: ReadContext = {}): Reading {
  const root = findChild(top, 'client')
  if (!root) throw new UnreadableFile('unknown_format', 1)
  const version = Number(readText(root, 'version') ?? Number.NaN)
  if (!Number.isInteger(version) || version < 3)
    throw new UnreadableFile('wrong_version', root.line, { value: readText(root, 'version') ?? '' })
  const client: Client = {
    resolve: referenceResolver(top),
    sharesScale: version >= 49 ? 8 : version >= 26 ? 6 : 5,
    currency: readText(root, 'baseCurrency') ?? 'EUR',
  }
  const collect = collector(context)
  const byAccount = new Map<XmlElement | null, { place: Place; accountDraft: AccountDraft }[]>()
  const problems: { place: Place; error: RowProblem }[] = []
  for (const found of findTransactions(root)) {
    const place = { line: found.element.line, raw: formatElement(found.element) }
    try {
      const accountDraft = readTransaction(client, found)
      const rows = byAccount.get(accountDraft.account) ?? []
      rows.push({ place, accountDraft })
      byAccount.set(accountDraft.account, rows)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ place, error })
    }
  }
  for (const [account, rows] of byAccount) {
    collect.statement({
      account: readText(account, 'uuid') ?? readText(account, 'name'),
      name: readText(account, 'name'),
      currency: readText(account, 'currencyCode') ?? client.currency,
    })
    for (const { place, accountDraft } of rows)
      collect.row(place, () => {
        const { draft, uuid } = accountDraft
        if (draft === null) collect.skip(place, 'repeated')
        else collect.draft(place, draft, uuid ? { kind: 'id', id: `pp:${uuid}` } : null)
      })
  }
  for (const { place, error } of problems) collect.problem(place, error.code, error.details)
  return collect.finish()
}

const transactionNames: Readonly<Record<string, 'account' | 'portfolio' | 'transfer'>> = {
  'account-transaction': 'account',
  accountTransaction: 'account',
  'portfolio-transaction': 'portfolio',
  portfolioTransaction: 'portfolio',
  transactionFrom: 'transfer',
  transactionTo: 'transfer',
}

/** Finds every transaction where it is written out; elsewhere the file refers to it. */
function* findTransactions(root: XmlElement): Generator<FoundTransaction> {
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const kind = transactionNames[next.name]
    if (kind && next.attributes.reference === undefined) {
      const isPortfolio =
        kind === 'portfolio' ||
        (kind === 'transfer' && next.parent?.attributes.class === 'portfolio-transfer')
      yield { element: next, kind: isPortfolio ? 'portfolio' : 'account' }
    }
    for (let index = next.children.length - 1; index >= 0; index -= 1) {
      const child = next.children[index]
      if (child) waiting.push(child)
    }
  }
}
