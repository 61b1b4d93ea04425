import { useCallback } from 'react'
import { type ModalDescriptor, useModal } from '../../lib/browser/modals.ts'
import { currencyDecimals } from '../../lib/format/format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import type { Finding } from './use-data-quality.ts'

/** Returns a function that opens the place to fix a finding, or null if the user may not. */
export function useRemedy(): (finding: Finding) => { label: string; go: () => void } | null {
  const text = useText()
  const { open } = useModal()
  const isAdmin = useHasRole('admin')
  const isDemo = useHasRole('demo')
  const { accounts } = useSettingsData().lists
  return useCallback(
    finding => {
      // Only administrators post to accounts with a custodian.
      const mayPost = isAdmin || accounts.some(each => each.is_manual && each.id === finding.account?.id)
      const place = isDemo ? null : findEditor(finding, { isAdmin, mayPost })
      const fallback: ModalDescriptor | null =
        finding.position_id === null || isDemo ? null : { kind: 'position', id: finding.position_id }
      const target = place ?? fallback
      if (target === null) return null
      const label = place === null ? text('health_show_position') : (finding.remedy ?? text('edit'))
      return { label, go: () => void open(target) }
    },
    [text, open, isAdmin, isDemo, accounts],
  )
}

function findEditor(
  finding: Finding,
  { isAdmin, mayPost }: { isAdmin: boolean; mayPost: boolean },
): ModalDescriptor | null {
  const { asset_id: asset, instrument_id: instrument, account, position_id: position, name } = finding
  const inInstruments = (form: string): ModalDescriptor | null =>
    isAdmin && instrument !== null
      ? { kind: 'admin', tab: 'instruments', q: name, form, id: instrument }
      : null
  const transaction = account && mayPost ? ({ kind: 'transaction', account: account.id } as const) : null
  switch (finding.kind) {
    case 'price_missing':
    case 'price_old':
    case 'price_jump':
      return asset === null ? inInstruments('prices') : { kind: 'assets', id: asset, tab: 'valuations' }
    case 'valuation_old':
      return asset === null ? null : { kind: 'assets', id: asset, tab: 'valuations' }
    case 'rate_missing':
      return isAdmin ? { kind: 'data-quality', tab: 'coverage' } : null
    case 'negative_cash': {
      const { missing } = finding
      return transaction && missing
        ? {
            ...transaction,
            amount: missing.amount.toFixed(currencyDecimals(missing.currency)),
            currency: missing.currency,
          }
        : transaction
    }
    case 'orphan_sale':
    case 'split_not_posted':
    case 'overdue_payment':
      return transaction
    case 'contract_expired':
      return transaction && { ...transaction, ...closingTrade(finding) }
    case 'negative_quantity':
      return position === null ? null : { kind: 'position-transactions', id: position }
    case 'unclear_split':
    case 'transfer_difference':
    case 'duplicate': {
      const second = finding.transaction_ids.at(-1)
      return second === undefined || !mayPost ? null : { kind: 'transaction', id: second }
    }
    case 'unclassified':
      return asset === null ? inInstruments('edit') : { kind: 'assets', id: asset, tab: 'general' }
  }
}

/** The trade that closes an expired contract, as the form is filled in with it. */
function closingTrade({ closing, position_id: position }: Finding) {
  if (!closing || position === null) return {}
  const { side, quantity, price, currency, date } = closing
  return {
    type: side,
    position,
    date,
    currency,
    quantity: String(quantity),
    ...(price !== null && { price: String(price) }),
  }
}
