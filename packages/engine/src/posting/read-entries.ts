import type { Ledger } from '../ledger/ledger.ts'
import { type ConvertRate, postingKind, settle } from '../ledger/settle.ts'
import { TRANSACTION_TYPE_RULES } from '../ledger/transaction-types.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { findPostedSplits } from './corporate-actions/posted-splits.ts'
import { describeIssue, type Issue } from './issues.ts'
import { pairByLink } from './linked-entries.ts'
import type { Entry } from './posting-context.ts'

/** The transactions of a ledger with their legs, in the order of the ledger. */
export interface Entries {
  readonly entries: readonly Entry[]
  readonly issues: ReadIssues
  readonly traits: LedgerTraits
}

/** Transactions that cannot be posted or that need attention, each in the order of the ledger. */
export interface ReadIssues {
  readonly unsupported: readonly Issue[]
  readonly unpaired: readonly Issue[]
  readonly splits: readonly Issue[]
}

/** Features that a ledger uses; those it does not use need no pass over its transactions. */
export interface LedgerTraits {
  /** Linked pairs. */
  hasLinks: boolean
  /** Transactions that name specific lots. */
  hasSpecificLots: boolean
  /** Spin-offs, mergers and the like. */
  hasActions: boolean
  /** Posted variation margin. */
  hasMargins: boolean
  /** Posted splits. */
  hasSplits: boolean
}

const NO_ENTRIES: ReadonlySet<Entry> = new Set()
const NO_SPLITS = { included: NO_ENTRIES, issues: [] }

/** Spin-offs and mergers whose other side is missing: one side alone cannot be posted. */
function findUnpairedActions(entries: readonly Entry[]): Set<Entry> {
  const actions = entries.filter(
    ({ settled, transaction: { type } }) =>
      settled.kind === 'action' && TRANSACTION_TYPE_RULES[type].statedAs === 'exchange',
  )
  const pairs = pairByLink(actions)
  return new Set(
    actions.filter(entry => {
      const pair = pairs.get(entry.transaction.link ?? '')
      return !pair || (pair.out !== entry && pair.into !== entry)
    }),
  )
}

/**
 * Reads every transaction into its legs. One without a known account, instrument or kind becomes an issue. `firstIndex`
 * is the place of the first transaction, where others come before it.
 */
export function readEntries(ledger: Ledger, convert: ConvertRate, firstIndex = 0): Entries {
  const accountIndex = new Map(ledger.accounts.map((account, index) => [account.id, index]))
  const instrumentIndex = new Map(ledger.instruments.map((instrument, index) => [instrument.id, index]))
  const entries: Entry[] = []
  const unsupported: Issue[] = []
  const traits: LedgerTraits = {
    hasLinks: false,
    hasSpecificLots: false,
    hasActions: false,
    hasMargins: false,
    hasSplits: false,
  }
  ledger.transactions.forEach((transaction, index) => {
    const account = accountIndex.get(transaction.account)
    const instrument = transaction.instrument === undefined ? -1 : instrumentIndex.get(transaction.instrument)
    const kind = postingKind(transaction)
    // A future or a forward cannot be received as income: it costs nothing.
    const isContractInKind =
      kind === 'income_in_kind' && CONTRACT_TYPES.has(ledger.instruments[instrument ?? -1]?.type ?? '')
    if (account === undefined || instrument === undefined || kind === null || isContractInKind) {
      const reason =
        account === undefined
          ? 'unknown account'
          : instrument === undefined
            ? 'unknown instrument'
            : transaction.type
      unsupported.push(describeIssue(transaction, 'not_supported', reason))
      return
    }
    const settled = settle(transaction, kind, ledger.instruments[instrument], convert)
    entries.push({ transaction, index: firstIndex + index, account, instrument, settled })
    if (transaction.link !== undefined) traits.hasLinks = true
    if (transaction.takes !== undefined) traits.hasSpecificLots = true
    if (settled.kind === 'action') traits.hasActions = true
    if (settled.kind === 'return') traits.hasMargins = true
    if (settled.kind === 'split') traits.hasSplits = true
  })
  const unpaired = traits.hasActions ? findUnpairedActions(entries) : NO_ENTRIES
  const splits = traits.hasSplits ? findPostedSplits(entries, ledger.instruments) : NO_SPLITS
  const { included } = splits
  const isPosted = (entry: Entry): boolean => !unpaired.has(entry) && !included.has(entry)
  const issues = {
    unsupported,
    unpaired: [...unpaired].map(({ transaction }) =>
      describeIssue(transaction, 'not_supported', `${transaction.type} without its other side`),
    ),
    splits: splits.issues,
  }
  const isWhole = unpaired.size === 0 && included.size === 0
  return { entries: isWhole ? entries : entries.filter(isPosted), issues, traits }
}
