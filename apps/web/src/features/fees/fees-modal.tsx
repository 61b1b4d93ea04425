import type { FeeGroupKey, Filter } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type FilterList, withList } from '../../filter/filter.ts'
import { DialogPrintSummary } from '../../filter/filter-print-summary.tsx'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { ChargeTable } from './charge-table.tsx'
import { useGroupName } from './fees-groups.tsx'
import styles from './fees-modal.module.css'
import { FeesModalHead, FeesSum } from './fees-modal-head.tsx'
import {
  type ChargeSelection,
  chargesQuery,
  exportCharges,
  type FeeGroupRef,
  type Fees,
  feeKinds,
  feesByKindQuery,
  feesQuery,
  parseFeeGroupKey,
  parseFeeKind,
} from './use-fees.ts'

const pageSize = 100

/** The filter list of each grouping. Transaction types cannot be filtered. */
const filterLists: Partial<Record<FeeGroupKey, FilterList>> = {
  custodian: 'filter_custodian',
  account: 'filter_account',
  instrument_type: 'filter_instrument_type',
}

/** The charges of one group or of the whole portfolio, with totals and monthly bars. */
export function FeesModal({ modal, frame }: ModalProps<'fees'>) {
  const text = useText()
  const labels = usePeriodLabels()
  const groupName = useGroupName()
  const { change: changeModal, close } = useModal()
  const { filter, body, change } = useFilter()
  const by = parseFeeGroupKey(modal.by)
  const group = useMemo(
    (): FeeGroupRef | null => (modal.key === undefined ? null : { by, key: modal.key }),
    [by, modal.key],
  )
  const groups = useQuery({ ...feesQuery(body, by), enabled: group !== null })
  const listed = groups.data?.group_by ?? []
  const at = listed.findIndex(({ key }) => key === group?.key)
  const found = listed[at]
  const query = useQuery(feesByKindQuery(body, group))
  const name = group === null ? null : found === undefined ? group.key : groupName(by, found)
  const list = group === null ? undefined : filterLists[by]
  const goTo = (place: number) => {
    const next = listed[place]
    if (next !== undefined) void changeModal({ key: next.key, type: undefined })
  }
  const filterByGroup = async () => {
    if (list === undefined || group === null) return
    await close()
    change(withList(filter, list, [group.key]))
  }
  return (
    <Dialog
      {...frame}
      printed={<DialogPrintSummary basis={query.data?.basis} />}
      width={1160}
      isFullOnPhone
      title={
        <>
          {name === null ? text('fees_all') : text('fees_group_title', { group: name })}{' '}
          <span className={styles.note}>{labels.title(filter.period)}</span>
        </>
      }
      actions={
        group !== null && (
          <>
            <IconButton
              icon="chevron-left"
              label={text('fees_group_before')}
              disabled={at <= 0}
              onClick={() => goTo(at - 1)}
            />
            <IconButton
              icon="chevron-right"
              label={text('fees_group_after')}
              disabled={at === -1 || at >= listed.length - 1}
              onClick={() => goTo(at + 1)}
            />
          </>
        )
      }
      footer={
        <>
          {query.data && <FeesSum total={query.data.total} />}
          <Spacer />
          {list !== undefined && name !== null && (
            <Button icon="filter" onClick={() => void filterByGroup()}>
              {text('group_modal_filter', { group: name })}
            </Button>
          )}
        </>
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={4} />}>
        {fees => (
          <>
            <FeesModalHead fees={fees} group={found} />
            <GroupCharges
              // Remount to start another group or kind on its first page.
              key={`${modal.key} ${modal.type}`}
              {...{ body, fees, group }}
              kind={modal.type}
              order={modal.order}
            />
          </>
        )}
      </QuerySection>
    </Dialog>
  )
}

interface GroupChargesProps {
  body: Filter
  fees: Fees
  group: FeeGroupRef | null
  kind: string | undefined
  order: string | undefined
}

const all = 'all'

function GroupCharges({ body, fees, group, kind, order }: GroupChargesProps) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const [offset, setOffset] = useState(0)
  const selection: ChargeSelection = useMemo(() => ({ group, kind: parseFeeKind(kind) }), [group, kind])
  const sort = useMemo(() => fromOrderBy(order) ?? { id: 'date', isDescending: true }, [order])
  const query = useQuery(
    chargesQuery(body, selection, { limit: pageSize, offset, orderBy: toOrderBy(sort) ?? '-date' }),
  )
  const counts = new Map(fees.group_by.map(({ key, count }) => [key, count]))
  const setSort = (next: Sort | null) => {
    setOffset(0)
    void change({ order: toOrderBy(next) })
  }
  const isOneAccount = group?.by === 'account' || group?.by === 'custodian'
  return (
    <>
      <div className={styles.bar}>
        <h3>{text('fees_charges_title')}</h3>
        <Segmented
          size="small"
          label={text('fees_kind')}
          segments={[
            { value: all, label: `${text('fees_kind_all')} ${format.count(fees.total.count)}` },
            ...feeKinds
              .filter(one => counts.has(one))
              .map(one => ({
                value: one as string,
                label: `${text(`fees_kind_${one}`)} ${format.count(counts.get(one) ?? 0)}`,
              })),
          ]}
          value={selection.kind ?? all}
          onChange={next => void change({ type: next === all ? undefined : next })}
        />
        <Spacer />
        <CsvButton size="small" load={() => exportCharges(body, selection)} fileName="charges.csv" />
      </div>
      <div className={styles.table}>
        <QuerySection query={query} skeleton={<SkeletonRows rows={8} />}>
          {charges => (
            <ChargeTable
              charges={charges}
              columns={
                isOneAccount
                  ? ['date', 'kind', 'what', 'calculated_fees']
                  : ['date', 'kind', 'what', 'account', 'calculated_fees']
              }
              sort={sort}
              onSort={setSort}
              paging={
                charges.count > pageSize
                  ? { limit: pageSize, offset, count: charges.count, onOffset: setOffset }
                  : undefined
              }
            />
          )}
        </QuerySection>
      </div>
    </>
  )
}
