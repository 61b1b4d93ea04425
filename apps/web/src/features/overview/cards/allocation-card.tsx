import type { ExposureOption, GroupKey } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChoices } from '../../../filter/use-choices.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { recall, remember } from '../../../lib/browser/storage.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { RichText } from '../../../lib/i18n/rich-text.tsx'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { Money, PartialMark, PnlAmount, Weight } from '../../../portfolio/cells.tsx'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { groupedQuery } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { ShareBar } from '../../../ui/chart/share-bar.tsx'
import { Treemap } from '../../../ui/chart/treemap.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { Menu, MenuChoice } from '../../../ui/overlay/menu.tsx'
import { type Allocation, buildAllocation, otherKey, type Slice } from './allocation.ts'
import styles from './allocation-card.module.css'

/** The allocation of the portfolio by a chosen grouping. */
export function AllocationCard({ className }: { className?: string | undefined }) {
  const text = useText()
  const { filter, body, change } = useFilter()
  const { choices, choose } = useChoices()
  const measure: ExposureOption = choices.group_by_exposure_option ?? 'exposure'
  const groupBy = filter.groupBy ?? 'instrument_type'
  const query = useQuery(groupedQuery(body, groupBy))
  const [view, setView] = useAllocationView()
  return (
    <Card
      className={className}
      title={text('allocation')}
      note={<GroupMenu groupBy={groupBy} onChange={next => change({ ...filter, groupBy: next })} />}
      actions={
        <>
          <IconButton
            icon={view === 'bars' ? 'tiles' : 'list'}
            label={text(view === 'bars' ? 'allocation_as_tiles' : 'allocation_as_bars')}
            onClick={() => setView(view === 'bars' ? 'tiles' : 'bars')}
          />
          <Segmented
            size="small"
            label={text('allocation_measure')}
            segments={[
              { value: 'value', label: text('exposure_option_value') },
              { value: 'exposure', label: text('exposure_option_exposure') },
            ]}
            value={measure}
            onChange={option => choose({ group_by_exposure_option: option })}
          />
        </>
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={10} />}>
        {grouped => {
          const allocation = buildAllocation(grouped, measure)
          return allocation.slices.length === 0 ? (
            <EmptyState icon="layers" title={text('allocation_none')} />
          ) : (
            <AllocationList
              {...{ allocation, measure, view }}
              groupBy={grouped.groupBy}
              isOverlapping={grouped.is_overlapping}
            />
          )
        }}
      </QuerySection>
    </Card>
  )
}

type AllocationView = 'bars' | 'tiles'
const viewKey = 'plumbline_allocation_view'

/** The chosen view, stored on this device. */
function useAllocationView(): [AllocationView, (view: AllocationView) => void] {
  const [view, setView] = useState<AllocationView>(recall(viewKey) === 'tiles' ? 'tiles' : 'bars')
  return [
    view,
    next => {
      remember(viewKey, next)
      setView(next)
    },
  ]
}

interface GroupMenuProps {
  groupBy: GroupKey
  onChange: (groupBy: GroupKey) => void
}

function GroupMenu({ groupBy, onChange }: GroupMenuProps) {
  const text = useText()
  const names = useDisplayNames()
  const { group_by: groups } = useSettingsData().lists
  const offered = groups ?? []
  const name = names.groupBy(groupBy, groupBy)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.group} aria-label={text('allocation_by', { group: name })}>
          <span>
            <RichText text="allocation_by" values={{ group: <b>{name}</b> }} />
          </span>
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <MenuChoice
        label={text('allocation')}
        choices={offered.map(({ id, name: given }) => ({ value: id, label: names.groupBy(id, given) }))}
        value={groupBy}
        onChange={onChange}
      />
    </Menu>
  )
}

interface AllocationListProps {
  allocation: Allocation
  groupBy: GroupKey
  measure: ExposureOption
  isOverlapping: boolean
}

function AllocationList(props: AllocationListProps & { view: AllocationView }) {
  const { allocation, groupBy, measure, isOverlapping, view } = props
  const text = useText()
  const names = useDisplayNames()
  const format = useFormat()
  const { open } = useModal()
  const [marked, setMarked] = useState<string | null>(null)
  const sliceName = ({ key, name, groups }: Slice) =>
    name === null ? text('allocation_other', { count: groups }) : names.group(groupBy, key, name)
  const openGroup = (key: string) => void open({ kind: 'group', by: groupBy, key })
  if (view === 'tiles') {
    return (
      <>
        <div className={styles.tiles}>
          <Treemap
            label={text('allocation')}
            height={358}
            parts={allocation.slices.map(slice => ({
              key: slice.key,
              label: sliceName(slice),
              value: slice.amount,
              note: format.percent(slice.weight, { decimals: 1, sign: 'minus' }),
              colour: slice.colour,
            }))}
            onOpen={key => key !== otherKey && openGroup(key)}
          />
        </div>
        <AllocationFoot {...{ allocation, measure, isOverlapping }} />
      </>
    )
  }
  return (
    <>
      <div className={styles.bar}>
        <ShareBar
          marked={marked}
          parts={allocation.slices.map(slice => ({
            key: slice.key,
            label: sliceName(slice),
            value: slice.amount,
            colour: slice.colour,
          }))}
        />
      </div>
      <table className={styles.list}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{text('allocation_group')}</th>
            <th scope="col">{text(`exposure_option_${measure}`)}</th>
            <th scope="col">{text('allocation_weight')}</th>
            <th scope="col">{text('overview_pnl_short')}</th>
          </tr>
        </thead>
        <tbody onMouseLeave={() => setMarked(null)}>
          {allocation.slices.map(slice => (
            <tr key={slice.key} onMouseEnter={() => setMarked(slice.key)}>
              <th scope="row">
                <span className={styles.name}>
                  <span className={styles.swatch} style={{ background: slice.colour }} />
                  {slice.name === null ? (
                    <span className={styles.words} title={sliceName(slice)}>
                      {sliceName(slice)}
                    </span>
                  ) : (
                    <button
                      type="button"
                      className={styles.open}
                      title={text('positions_group_open', { group: sliceName(slice) })}
                      onClick={() => openGroup(slice.key)}
                    >
                      <span className={styles.words}>{sliceName(slice)}</span>
                    </button>
                  )}
                </span>
              </th>
              <td>
                <Money value={slice.amount} />
              </td>
              <td className={styles.weight}>
                <Weight value={slice.weight} />
              </td>
              <td className={styles.pnl}>
                <PnlAmount value={slice.pnl} decimals={0} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AllocationFoot {...{ allocation, measure, isOverlapping }} />
    </>
  )
}

/** The total of the groups, and whether they add up to the net asset value. */
function AllocationFoot({ allocation, measure, isOverlapping }: Omit<AllocationListProps, 'groupBy'>) {
  const text = useText()
  const format = useFormat()
  const { total, totalWeight, isNav, isPartial } = allocation
  if (isOverlapping || total === null) {
    return (
      <div className={styles.foot}>
        {isOverlapping && text('allocation_overlaps')}
        <TargetsLink />
      </div>
    )
  }
  return (
    <div className={styles.foot}>
      {isPartial ? (
        <span>
          {text(measure === 'exposure' ? 'allocation_exposure_total' : 'allocation_value_total')}{' '}
          <PartialMark />
        </span>
      ) : isNav ? (
        <span className={styles.check}>
          <Icon name="check" size={14} />
          {text('allocation_adds_up')}
        </span>
      ) : (
        <span>
          {text(measure === 'exposure' ? 'allocation_exposure_total' : 'allocation_value_total')}
          {totalWeight !== null && (
            <span className={styles.share}>
              {text('allocation_of_nav', {
                share: format.percent(totalWeight, { decimals: 1, sign: 'minus' }),
              })}
            </span>
          )}
        </span>
      )}
      <TargetsLink />
      <b>
        <Money value={total} />
      </b>
    </div>
  )
}

function TargetsLink() {
  const text = useText()
  return (
    <Link to="/targets" className={styles.targets}>
      {text('targets_open')}
    </Link>
  )
}
