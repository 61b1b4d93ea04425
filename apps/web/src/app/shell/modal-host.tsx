import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.tsx'
import { type ModalDescriptor, type ModalKind, useModal } from '../../lib/browser/modals.ts'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { ModalBoundary } from './modal-boundary.tsx'

/** One line per modal. Its code is loaded when it is first opened. */
const modals: { [Kind in ModalKind]: ComponentType<ModalProps<Kind>> } = {
  keyboard: lazyPart(() => import('./keyboard-modal.tsx').then(part => part.KeyboardModal)),
  settings: lazyPart(() =>
    import('../../features/user-settings/settings-modal.tsx').then(part => part.SettingsModal),
  ),
  admin: lazyPart(() => import('../../features/admin/admin-modal.tsx').then(part => part.AdminModal)),
  reports: lazyPart(() => import('../../features/reports/reports-modal.tsx').then(part => part.ReportsModal)),
  notifications: lazyPart(() =>
    import('../../features/notifications/notifications-modal.tsx').then(part => part.NotificationsModal),
  ),
  'new-account': lazyPart(() =>
    import('../../portfolio/new-account-dialog.tsx').then(part => part.NewAccountDialog),
  ),
  search: lazyPart(() => import('../../features/search/search-modal.tsx').then(part => part.SearchModal)),
  position: lazyPart(() =>
    import('../../features/position-details/position-modal.tsx').then(part => part.PositionModal),
  ),
  'position-transactions': lazyPart(() =>
    import('../../features/position-details/position-transactions-modal.tsx').then(
      part => part.PositionTransactionsModal,
    ),
  ),
  group: lazyPart(() => import('../../features/group/group-modal.tsx').then(part => part.GroupModal)),
  explain: lazyPart(() => import('../../features/explain/explain-modal.tsx').then(part => part.ExplainModal)),
  fees: lazyPart(() => import('../../features/fees/fees-modal.tsx').then(part => part.FeesModal)),
  'fees-day': lazyPart(() =>
    import('../../features/fees/fees-day-modal.tsx').then(part => part.FeesDayModal),
  ),
  strategy: lazyPart(() =>
    import('../../features/strategies/strategy-modal.tsx').then(part => part.StrategyModal),
  ),
  'add-to-strategy': lazyPart(() =>
    import('../../features/strategies/add-to-strategy-modal.tsx').then(part => part.AddToStrategyModal),
  ),
  ticker: lazyPart(() => import('../../features/watchlist/ticker-modal.tsx').then(part => part.TickerModal)),
  assets: lazyPart(() => import('../../features/assets/assets-modal.tsx').then(part => part.AssetsModal)),
  import: lazyPart(() => import('../../features/imports/import-modal.tsx').then(part => part.ImportModal)),
  transaction: lazyPart(() =>
    import('../../features/transaction-entry/transaction-modal.tsx').then(part => part.TransactionModal),
  ),
  'data-quality': lazyPart(() =>
    import('../../features/data-quality/data-quality-modal.tsx').then(part => part.DataQualityModal),
  ),
  'sign-out': lazyPart(() => import('./sign-out-modal.tsx').then(part => part.SignOutModal)),
}

interface ModalHostProps {
  /** The one modal that works, where the others would not yet. */
  only?: ModalKind | undefined
}

/**
 * Shows the modal that the address asks for, and keeps it until it has left the screen. It stays the same
 * modal while its fields change: a tab or an order in the address does not open it anew.
 */
export function ModalHost({ only }: ModalHostProps) {
  const { current, close } = useModal()
  const wanted = useMemo(() => {
    if (current === null || !isKnown(current.kind)) return null
    if (only !== undefined && current.kind !== only) return null
    // The kind is known and the fields are texts, as in every descriptor; a modal checks what they say.
    return { kind: current.kind, ...current.fields } as ModalDescriptor
  }, [current, only])
  const [last, setLast] = useState<ModalDescriptor | null>(null)
  useEffect(() => {
    if (wanted !== null) setLast(wanted)
  }, [wanted])
  if (last === null) return null
  const isOpen = wanted?.kind === last.kind
  const shown = isOpen ? wanted : last
  // The table above pairs each kind with its component, which a lookup by a variable kind cannot say.
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
