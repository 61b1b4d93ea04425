import { RowProblem, UnreadableFile } from '../problem.ts'
import { collector, type Place, type Reading } from '../reading.ts'
import { rawOfElement } from '../xml/raw.ts'
import { childOf, readTree, textOf, type XmlElement } from '../xml/tree.ts'
import { referenceResolver } from './references.ts'
import { type Client, type Found, type Posted, postTransaction } from './transactions.ts'

/** Parts of a file that hold no transactions. Quotes alone are most of it. */
const unread = new Set([
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

/** The file of Portfolio Performance as XML. Each of its cash accounts is an account with the securities beside it. */
export function readPortfolioPerformanceXml(text: string): Reading {
  const top = readTree(text, unread)
  const root = childOf(top, 'client')
  if (!root) throw new UnreadableFile('unknown_format', 1)
  const version = Number(textOf(root, 'version') ?? Number.NaN)
  if (!Number.isInteger(version) || version < 3)
    throw new UnreadableFile('wrong_version', root.line, { value: textOf(root, 'version') ?? '' })
  const client: Client = {
    resolve: referenceResolver(top),
    sharesScale: version >= 49 ? 8 : version >= 26 ? 6 : 5,
    currency: textOf(root, 'baseCurrency') ?? 'EUR',
  }
  const collect = collector()
  const byAccount = new Map<XmlElement | null, { place: Place; posted: Posted }[]>()
  const problems: { place: Place; error: RowProblem }[] = []
  for (const found of transactionsIn(root)) {
    const place = { line: found.element.line, raw: rawOfElement(found.element) }
    try {
      const posted = postTransaction(client, found)
      if (!posted) continue
      const rows = byAccount.get(posted.account) ?? []
      rows.push({ place, posted })
      byAccount.set(posted.account, rows)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ place, error })
    }
  }
  for (const [account, rows] of byAccount) {
    collect.statement({
      account: textOf(account, 'uuid') ?? textOf(account, 'name'),
      name: textOf(account, 'name'),
      currency: textOf(account, 'currencyCode') ?? client.currency,
    })
    for (const { place, posted } of rows)
      collect.row(place, () =>
        collect.draft(place, posted.draft, posted.uuid ? { kind: 'id', id: `pp:${posted.uuid}` } : null),
      )
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

/** Every transaction where it is written out; elsewhere the file refers to it. */
function* transactionsIn(root: XmlElement): Generator<Found> {
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
