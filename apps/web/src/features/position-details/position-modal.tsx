import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DialogPrintSummary } from '../../filter/filter-print-summary.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useStore } from '../../lib/browser/store.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { findNeighbours, positionOrder } from '../../portfolio/positions/position-order.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { ChartTab } from './chart-tab.tsx'
import { LinkedTab } from './linked-tab.tsx'
import styles from './position-modal.module.css'
import { PositionTitle } from './position-title.tsx'
import { SourceNote } from './source-note.tsx'
import { SummaryTab } from './summary-tab.tsx'
import { TransactionsTab } from './transactions-tab.tsx'
import { exportPositionTransactions, type PositionDetail, positionQuery } from './use-position.ts'

const tabs = ['summary', 'transactions', 'linked', 'chart'] as const
type Tab = (typeof tabs)[number]

/** The details of a position. Arrow keys move through the list it was opened from. */
export function PositionModal({ modal, frame }: ModalProps<'position'>) {
  const text = useText()
  const isDemo = useHasRole('demo')
  const { body } = useFilter()
  const query = useQuery({ ...positionQuery(body, modal.id), enabled: !isDemo })
  const { change } = useModal()
  const order = useStore(positionOrder)
  const { before, after } = findNeighbours(order, modal.id)
  const tab = tabs.find(one => one === modal.tab) ?? 'summary'
  const goTo = (id: string | null) => id !== null && void change({ id, link: undefined })
  useArrows(
    frame.isOpen,
    () => goTo(before),
    () => goTo(after),
  )
  const position = query.data?.calculated_pos
  if (isDemo || isNotFound(query.error)) {
    return (
      <Dialog {...frame} title={text('details')} width={540}>
        <EmptyState
          icon={isDemo ? 'shield' : 'list'}
          title={text(isDemo ? 'details_demo' : 'details_gone')}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      {...frame}
      printed={<DialogPrintSummary basis={query.data?.basis} />}
      width={1160}
      isFullOnPhone
      isFilling
      title={position ? <PositionTitle position={position} /> : text('details')}
      actions={
        <PositionActions id={modal.id} detail={query.data} before={before} after={after} onGo={goTo} />
      }
      footer={query.data && <PositionFooter id={modal.id} detail={query.data} />}
    >
      <QuerySection
        query={query}
        className={styles.part}
        skeleton={
          <div className={styles.waiting}>
            <SkeletonRows rows={10} />
          </div>
        }
      >
        {detail => (
          <PositionTabs
            detail={detail}
            tab={tab}
            onTab={next => void change({ tab: next === 'summary' ? undefined : next, link: undefined })}
            link={modal.link}
            onLink={link => void change({ link })}
          />
        )}
      </QuerySection>
    </Dialog>
  )
}

interface ActionsProps {
  id: string
  /** Undefined while it loads. */
  detail: PositionDetail | undefined
  /** The positions above and below in the list it was opened from. */
  before: string | null
  after: string | null
  onGo: (id: string | null) => void
}

function PositionActions({ id, detail, before, after, onGo }: ActionsProps) {
  const text = useText()
  const { open } = useModal()
  const order = useStore(positionOrder)
  const position = detail?.calculated_pos
  const instrument = detail?.instrument_id
  return (
    <>
      <span className={styles.wideOnly}>
        <Button size="small" icon="calculator" onClick={() => void open({ kind: 'explain', position: id })}>
          {text('details_explain')}
        </Button>
      </span>
      {instrument && (
        <IconButton
          icon="swap"
          label={text('what_if_title')}
          onClick={() =>
            void open({
              kind: 'what-if',
              instrument,
              name: position?.name ?? '',
              ...(position && { account: position.account.id }),
            })
          }
        />
      )}
      {instrument && (
        <IconButton
          icon="list"
          label={text('master_open')}
          onClick={() => void open({ kind: 'instrument', id: instrument })}
        />
      )}
      <IconButton
        icon="layers"
        label={text('strategy_add_to')}
        onClick={() => void open({ kind: 'add-to-strategy', position: id })}
      />
      {order.includes(id) && (
        <span className={styles.neighbours}>
          <IconButton
            icon="up"
            label={text('details_previous')}
            disabled={before === null}
            onClick={() => onGo(before)}
          />
          <IconButton
            icon="down"
            label={text('details_next')}
            disabled={after === null}
            onClick={() => onGo(after)}
          />
        </span>
      )}
    </>
  )
}

function PositionFooter({ id, detail }: { id: string; detail: PositionDetail }) {
  const text = useText()
  const { body } = useFilter()
  return (
    <>
      <SourceNote detail={detail} />
      <Spacer />
      <CsvButton
        size="small"
        load={() => exportPositionTransactions(body, id, { limit: 1000 })}
        fileName="transactions.csv"
      />
      <span className={styles.wideOnly}>
        <Button
          size="small"
          icon="document"
          aria-label={text('details_print')}
          title={text('details_print')}
          onClick={() => window.print()}
        >
          PDF
        </Button>
      </span>
    </>
  )
}

interface PositionTabsProps {
  detail: PositionDetail
  tab: Tab
  onTab: (tab: Tab) => void
  link: string | undefined
  onLink: (link: string | undefined) => void
}

function PositionTabs({ detail, tab, onTab, link, onLink }: PositionTabsProps) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  return (
    <Tabs
      label={text('details_tabs')}
      tabs={[
        { value: 'summary', label: text('details_summary') },
        {
          value: 'transactions',
          label: text('details_transactions'),
          count: format.count(detail.transactions_count),
        },
        {
          value: 'linked',
          label: text('details_linked'),
          count: format.count(detail.linked_positions_count),
        },
        { value: 'chart', label: text('details_chart') },
      ]}
      value={tab}
      onChange={onTab}
    >
      <div className={styles.panel}>
        {tab === 'summary' && <SummaryTab detail={detail} />}
        {tab === 'transactions' && <TransactionsTab position={detail.calculated_pos} />}
        {tab === 'linked' && <LinkedTab position={detail.calculated_pos} link={link} onLink={onLink} />}
        {tab === 'chart' && <ChartTab detail={detail} height={isPhone ? 260 : 440} />}
      </div>
    </Tabs>
  )
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Handles the up and down keys, unless a table, list or field needs them. */
function useArrows(isOpen: boolean, onUp: () => void, onDown: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isFree =
        event.target instanceof Element &&
        event.target.closest(
          'input, textarea, select, table, [role=slider], [role=tablist], [role=listbox], [role=menu]',
        ) === null
      if (event.defaultPrevented || !isFree || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'ArrowUp') onUp()
      else if (event.key === 'ArrowDown') onDown()
      else return
      event.preventDefault()
    }
    // Capture phase: the dialog stops arrow keys from bubbling.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  })
}
