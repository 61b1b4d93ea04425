import type { GroupKey, Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type FilterList, withList } from '../../filter/filter.ts'
import { DialogPrintSummary } from '../../filter/filter-print-summary.tsx'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { useModal, withoutModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { PnlAmount, PnlPercent, Weight } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { positionOrder } from '../../portfolio/positions/position-order.ts'
import { type GroupDetail, groupDetailQuery, groupedQuery } from '../../portfolio/queries.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import styles from './group-modal.module.css'
import { GroupTable } from './group-table.tsx'

const pageSize = 100

/** The filter list of each grouping. Strategies and sides cannot be filtered. */
const filterLists: Partial<Record<GroupKey, FilterList>> = {
  account: 'filter_account',
  custodian: 'filter_custodian',
  instrument_type: 'filter_instrument_type',
  country: 'filter_country',
  sector: 'filter_sector',
  currency: 'filter_currency',
}

/** The open or closed positions of one allocation group, with totals. */
export function GroupModal({ modal, frame }: ModalProps<'group'>) {
  const text = useText()
  const { open: openModal, change: changeModal } = useModal()
  const isDemo = useHasRole('demo')
  const { body } = useFilter()
  const { lists } = useSettingsData()
  const groupBy = lists.group_by.find(({ id }) => id === modal.by)?.id ?? 'instrument_type'
  const type: PositionType = modal.type === 'closed' ? 'closed' : 'open'
  const sort = useMemo(() => fromOrderBy(modal.order), [modal.order])
  const [offset, setOffset] = useState(0)
  // A list of positions without cash opens its groups without cash, so that count and total stay the same.
  const withCash = modal.cash === 'no' ? 'false' : 'true'
  const name = useGroupName(groupBy, modal.key)
  const query = useQuery(
    groupDetailQuery(body, {
      filter_key: groupBy,
      filter_value: modal.key,
      position_type: type,
      cash: withCash,
      limit: pageSize,
      offset,
      // The sortable columns are fields that the call can order by.
      order_by: (toOrderBy(sort) ?? (type === 'open' ? '-value' : '-date_closed')) as '-value',
    }),
  )
  const counts = useCounts(body, { filter_key: groupBy, filter_value: modal.key, cash: withCash, limit: 1 })
  const setSort = (next: Sort | null) => {
    setOffset(0)
    void changeModal({ order: toOrderBy(next) })
  }
  const openPosition = ({ id }: Position) => {
    positionOrder.set(query.data?.data.map(position => position.id) ?? [])
    void openModal({ kind: 'position', id })
  }
  return (
    <Dialog
      {...frame}
      printed={<DialogPrintSummary basis={query.data?.basis} />}
      width={820}
      isFullOnPhone
      title={
        <>
          {name} {query.data && <GroupSubtitle detail={query.data} />}
        </>
      }
      footer={<GroupActions groupBy={groupBy} groupKey={modal.key} name={name} />}
    >
      <GroupHead
        detail={query.data}
        counts={counts}
        type={type}
        onType={next => {
          setOffset(0)
          void changeModal({ type: next, order: undefined })
        }}
      />
      <div className={styles.table}>
        <QuerySection query={query} skeleton={<SkeletonRows rows={6} />}>
          {detail =>
            detail.count === 0 ? (
              <EmptyState
                icon="list"
                title={text(type === 'open' ? 'positions_none_open' : 'positions_none_closed')}
              />
            ) : (
              <GroupTable
                {...{ detail, type, sort, setSort, offset }}
                onOffset={setOffset}
                pageSize={pageSize}
                onOpen={isDemo ? undefined : openPosition}
              />
            )
          }
        </QuerySection>
      </div>
    </Dialog>
  )
}

function useGroupName(groupBy: GroupKey, key: string): string {
  const names = useDisplayNames()
  const { body } = useFilter()
  const groups = useQuery(groupedQuery(body, groupBy))
  const group = groups.data?.data.find(each => each.key === key)
  return group === undefined ? key : names.group(groupBy, group.key, group.name)
}

/** The number of positions, the period and its last day. */
function GroupSubtitle({ detail }: { detail: GroupDetail }) {
  const text = useText()
  const format = useFormat()
  const labels = usePeriodLabels()
  const { filter } = useFilter()
  return (
    <span className={styles.count}>
      {text('positions_count', { count: detail.count })} · {labels.title(filter.period)} ·{' '}
      {format.date(detail.basis.end_date ?? detail.basis.as_of)}
    </span>
  )
}

interface GroupActionsProps {
  groupBy: GroupKey
  groupKey: string
  name: string
}

/** Explains the group, or filters the positions by it. */
function GroupActions({ groupBy, groupKey, name }: GroupActionsProps) {
  const text = useText()
  const navigate = useNavigate()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const { filter, change } = useFilter()
  const list = filterLists[groupBy]
  const filterByGroup = async (by: FilterList) => {
    await navigate({ to: '/positions', search: withoutModal })
    change(withList(filter, by, [groupKey]))
  }
  return (
    <>
      <Spacer />
      {!isDemo && (
        <Button icon="calculator" onClick={() => void open({ kind: 'explain', by: groupBy, key: groupKey })}>
          {text('explain_short')}
        </Button>
      )}
      {list !== undefined && (
        <Button icon="filter" onClick={() => void filterByGroup(list)}>
          {text('group_modal_filter', { group: name })}
        </Button>
      )}
    </>
  )
}

interface GroupHeadProps {
  detail: GroupDetail | undefined
  counts: Partial<Record<PositionType, number | undefined>>
  type: PositionType
  onType: (type: PositionType) => void
}

/** The totals of the group, and the switch between open and closed positions. */
function GroupHead({ detail, counts, type, onType }: GroupHeadProps) {
  const text = useText()
  const format = useFormat()
  return (
    <div className={styles.head}>
      <dl className={styles.figures}>
        <div>
          <dt>{text('position_value')}</dt>
          <dd>
            <Amount
              value={detail?.totals.value ?? null}
              {...(detail && { currency: detail.basis.currency })}
            />
          </dd>
        </div>
        <div>
          <dt>{text('group_modal_of_nav')}</dt>
          <dd>
            <Weight value={detail?.totals.weight ?? null} decimals={2} />
          </dd>
        </div>
        <div>
          <dt>{text('overview_pnl_short')}</dt>
          <dd>
            <PnlAmount value={detail?.totals.pnl_abs_total ?? null} />{' '}
            {detail && detail.totals.pnl_rel_total !== null && (
              <span className={styles.relative} title={text('pnl_group_note')}>
                <PnlPercent value={detail.totals.pnl_rel_total} />
              </span>
            )}
          </dd>
        </div>
      </dl>
      <Segmented
        label={text('positions_card')}
        segments={(['open', 'closed'] as const).map(value => ({
          value,
          label: (
            <>
              {text(`position_type_${value}`)}
              {counts[value] !== undefined && (
                <span className={styles.count}>{format.count(counts[value])}</span>
              )}
            </>
          ),
        }))}
        value={type}
        onChange={onType}
      />
    </div>
  )
}

type CountOptions = Omit<Parameters<typeof groupDetailQuery>[1], 'position_type'>

function useCounts(body: ReturnType<typeof useFilter>['body'], options: CountOptions) {
  const open = useQuery(groupDetailQuery(body, { ...options, position_type: 'open' }))
  const closed = useQuery(groupDetailQuery(body, { ...options, position_type: 'closed' }))
  return { open: open.data?.count, closed: closed.data?.count }
}
