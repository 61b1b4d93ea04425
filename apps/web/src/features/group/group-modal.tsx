import type { GroupKey, Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type FilterList, withList } from '../../filter/filter.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { useModal, withoutModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { PnlAmount, Weight } from '../../portfolio/cells.tsx'
import { positionOrder } from '../../portfolio/position-order.ts'
import { groupDetailQuery, groupedQuery } from '../../portfolio/queries.ts'
import { QueryPart } from '../../portfolio/query-part.tsx'
import { useWords } from '../../portfolio/words.ts'
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

/** What can be narrowed to one group; strategies and sides are no part of the filter. */
const filterOf: Partial<Record<GroupKey, FilterList>> = {
  account: 'filter_account',
  custodian: 'filter_custodian',
  instrument_type: 'filter_instrument_type',
  country: 'filter_country',
  sector: 'filter_sector',
  currency: 'filter_currency',
}

/** The positions of one group of the allocation, open or closed, and what they come to. */
export function GroupModal({ modal, frame }: ModalProps<'group'>) {
  const text = useText()
  const format = useFormat()
  const words = useWords()
  const navigate = useNavigate()
  const { open: openModal, change: changeModal } = useModal()
  const isDemo = useHasRole('demo')
  const { filter, body, change } = useFilter()
  const { lists } = useSettingsData()
  const groupBy = lists.group_by.find(({ id }) => id === modal.by)?.id ?? 'instrument_type'
  const type: PositionType = modal.type === 'closed' ? 'closed' : 'open'
  const sort = useMemo(() => fromOrderBy(modal.order), [modal.order])
  const [offset, setOffset] = useState(0)
  const groups = useQuery(groupedQuery(body, groupBy))
  const group = groups.data?.data.find(({ key }) => key === modal.key)
  const query = useQuery(
    groupDetailQuery(body, {
      filter_key: groupBy,
      filter_value: modal.key,
      position_type: type,
      limit: pageSize,
      offset,
      // Headers offer the fields of a position, which are those that the call orders by.
      order_by: (toOrderBy(sort) ?? (type === 'open' ? '-value' : '-date_closed')) as '-value',
    }),
  )
  const counts = useCounts(body, groupBy, modal.key)
  const name = group === undefined ? modal.key : words.group(groupBy, group.key, group.name)
  const list = filterOf[groupBy]
  const setSort = (next: Sort | null) => {
    setOffset(0)
    void changeModal({ order: toOrderBy(next) })
  }
  const openPosition = ({ id }: Position) => {
    positionOrder.set(query.data?.data.map(position => position.id) ?? [])
    void openModal({ kind: 'position', id })
  }
  const narrow = async () => {
    if (list === undefined) return
    await navigate({ to: '/positions', search: withoutModal })
    change(withList(filter, list, [modal.key]))
  }
  return (
    <Dialog
      {...frame}
      width={820}
      isFullOnPhone
      title={
        <>
          {name}{' '}
          {query.data && (
            <span className={styles.count}>{text('positions_count', { count: query.data.count })}</span>
          )}
        </>
      }
      footer={
        <>
          <Spacer />
          {!isDemo && (
            <Button
              icon="calculator"
              onClick={() => void openModal({ kind: 'explain', by: groupBy, key: modal.key })}
            >
              {text('explain_short')}
            </Button>
          )}
          {list !== undefined && (
            <Button icon="filter" onClick={() => void narrow()}>
              {text('group_modal_filter', { group: name })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.head}>
        <dl className={styles.figures}>
          <div>
            <dt>{text('position_value')}</dt>
            <dd>
              <Amount
                value={query.data?.totals.value ?? null}
                {...(query.data && { currency: query.data.basis.currency })}
              />
            </dd>
          </div>
          <div>
            <dt>{text('group_modal_of_nav')}</dt>
            <dd>
              <Weight value={query.data?.totals.weight ?? null} decimals={2} />
            </dd>
          </div>
          <div>
            <dt>{text('overview_pnl_short')}</dt>
            <dd>
              <PnlAmount value={query.data?.totals.pnl_abs_total ?? null} />
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
          onChange={next => {
            setOffset(0)
            void changeModal({ type: next, order: undefined })
          }}
        />
      </div>
      <div className={styles.table}>
        <QueryPart query={query} skeleton={<SkeletonRows rows={6} />}>
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
        </QueryPart>
      </div>
    </Dialog>
  )
}

function useCounts(body: ReturnType<typeof useFilter>['body'], groupBy: GroupKey, key: string) {
  const options = { filter_key: groupBy, filter_value: key, limit: 1 }
  const open = useQuery(groupDetailQuery(body, { ...options, position_type: 'open' }))
  const closed = useQuery(groupDetailQuery(body, { ...options, position_type: 'closed' }))
  return { open: open.data?.count, closed: closed.data?.count }
}
