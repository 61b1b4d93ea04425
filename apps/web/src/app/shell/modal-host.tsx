import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { type ModalDescriptor, type ModalKind, useModal } from '../../lib/browser/modals.ts'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { ModalBoundary } from './modal-boundary.tsx'

/** The component of each modal kind, loaded when first opened. */
const modals: { [Kind in ModalKind]: ComponentType<ModalProps<Kind>> } = {
  keyboard: lazyComponent(() => import('./keyboard-modal.tsx').then(module => module.KeyboardModal)),
  settings: lazyComponent(() =>
    import('../../features/user-settings/settings-modal.tsx').then(module => module.SettingsModal),
  ),
  admin: lazyComponent(() =>
    import('../../features/admin/admin-modal.tsx').then(module => module.AdminModal),
  ),
  reports: lazyComponent(() =>
    import('../../features/reports/reports-modal.tsx').then(module => module.ReportsModal),
  ),
  notifications: lazyComponent(() =>
    import('../../features/notifications/notifications-modal.tsx').then(module => module.NotificationsModal),
  ),
  'new-account': lazyComponent(() =>
    import('../../portfolio/accounts/new-account-dialog.tsx').then(module => module.NewAccountDialog),
  ),
  client: lazyComponent(() =>
    import('../../features/clients/client-modal.tsx').then(module => module.ClientModal),
  ),
  'compare-clients': lazyComponent(() =>
    import('../../features/clients/compare-modal.tsx').then(module => module.CompareModal),
  ),
  statements: lazyComponent(() =>
    import('../../features/clients/statements-modal.tsx').then(module => module.StatementsModal),
  ),
  instrument: lazyComponent(() =>
    import('../../features/admin/instruments/instrument-modal.tsx').then(module => module.InstrumentModal),
  ),
  search: lazyComponent(() =>
    import('../../features/search/search-modal.tsx').then(module => module.SearchModal),
  ),
  position: lazyComponent(() =>
    import('../../features/position-details/position-modal.tsx').then(module => module.PositionModal),
  ),
  'position-transactions': lazyComponent(() =>
    import('../../features/position-details/position-transactions-modal.tsx').then(
      module => module.PositionTransactionsModal,
    ),
  ),
  group: lazyComponent(() =>
    import('../../features/group/group-modal.tsx').then(module => module.GroupModal),
  ),
  explain: lazyComponent(() =>
    import('../../features/explain/explain-modal.tsx').then(module => module.ExplainModal),
  ),
  fees: lazyComponent(() => import('../../features/fees/fees-modal.tsx').then(module => module.FeesModal)),
  'fees-day': lazyComponent(() =>
    import('../../features/fees/fees-day-modal.tsx').then(module => module.FeesDayModal),
  ),
  strategy: lazyComponent(() =>
    import('../../features/strategies/strategy-modal.tsx').then(module => module.StrategyModal),
  ),
  'add-to-strategy': lazyComponent(() =>
    import('../../features/strategies/add-to-strategy-modal.tsx').then(module => module.AddToStrategyModal),
  ),
  target: lazyComponent(() =>
    import('../../features/targets/target-modal.tsx').then(module => module.TargetModal),
  ),
  'what-if': lazyComponent(() =>
    import('../../features/what-if/what-if-modal.tsx').then(module => module.WhatIfModal),
  ),
  benchmark: lazyComponent(() =>
    import('../../features/benchmarks/benchmark-modal.tsx').then(module => module.BenchmarkModal),
  ),
  ticker: lazyComponent(() =>
    import('../../features/watchlist/ticker-modal.tsx').then(module => module.TickerModal),
  ),
  assets: lazyComponent(() =>
    import('../../features/manual-assets/manual-assets-modal.tsx').then(module => module.ManualAssetsModal),
  ),
  import: lazyComponent(() =>
    import('../../features/imports/import-modal.tsx').then(module => module.ImportModal),
  ),
  transaction: lazyComponent(() =>
    import('../../features/transaction-entry/transaction-modal.tsx').then(module => module.TransactionModal),
  ),
  security: lazyComponent(() =>
    import('../../features/transaction-entry/security/security-modal.tsx').then(
      module => module.SecurityModal,
    ),
  ),
  'data-quality': lazyComponent(() =>
    import('../../features/data-quality/data-quality-modal.tsx').then(module => module.DataQualityModal),
  ),
  'sign-out': lazyComponent(() => import('./sign-out-modal.tsx').then(module => module.SignOutModal)),
}

interface ModalHostProps {
  /** The only modal available until a required second factor is set up. */
  only?: ModalKind | undefined
}

/**
 * Shows the modal named in the URL and keeps it mounted until its closing animation ends. Changed fields,
 * such as a tab or a sort order, do not remount it.
 */
export function ModalHost({ only }: ModalHostProps) {
  const { current, close } = useModal()
  const wanted = useMemo(() => {
    if (current === null || !isKnown(current.kind)) return null
    if (only !== undefined && current.kind !== only) return null
    // The kind is known and fields are strings in every descriptor; each modal validates its own.
    return { kind: current.kind, ...current.fields } as ModalDescriptor
  }, [current, only])
  const [last, setLast] = useState<ModalDescriptor | null>(null)
  useEffect(() => {
    if (wanted !== null) setLast(wanted)
  }, [wanted])
  if (last === null) return null
  const isOpen = wanted?.kind === last.kind
  const shown = isOpen ? wanted : last
  // `modals` pairs each kind with its component; a lookup by a variable kind loses that pairing.
  const Modal = modals[shown.kind] as ComponentType<{ modal: ModalDescriptor; frame: DialogFrame }>
  const frame: DialogFrame = { isOpen, onClose: () => void close(), onClosed: () => setLast(null) }
  return (
    <ModalBoundary key={shown.kind} frame={frame}>
      <Modal modal={shown} frame={frame} />
    </ModalBoundary>
  )
}

function isKnown(kind: string): kind is ModalKind {
  return Object.hasOwn(modals, kind)
}
