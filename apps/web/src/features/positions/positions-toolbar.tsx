import type { Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { RichText } from '../../lib/i18n/rich-text.tsx'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { positionsQuery } from '../../portfolio/queries.ts'
import { useWords } from '../../portfolio/words.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Menu, MenuChoice } from '../../ui/overlay/menu.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DensitySwitch } from '../../ui/table/density-switch.tsx'
import { SortMenu } from '../../ui/table/sort-menu.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import type { TableLayout } from '../../ui/table/use-table-layout.ts'
import type { PositionGroupKey } from './position-groups.ts'
import styles from './positions.module.css'
import { exportPositions, type ListOf, type PositionList } from './use-positions.ts'
import type { PositionsView } from './use-positions-view.ts'

interface PositionsToolbarProps {
  type: PositionType
  onType: (type: PositionType) => void
  view: PositionsView
  layout: TableLayout<Position>
  list: ListOf
  positions: PositionList | undefined
  columns: readonly Column<Position>[]
}

export function PositionsToolbar(props: PositionsToolbarProps) {
  const { type, onType, view, layout, list, positions, columns } = props
  const isPhone = useIsPhone()
  const { body } = useFilter()
  if (isPhone) {
    return (
      <div className={styles.toolbar}>
        <TypeSwitch type={type} onType={onType} isWide />
        <SortMenu
          columns={columns.filter(({ isSortable }) => isSortable)}
          sort={view.sort}
          onSort={view.setSort}
        />
      </div>
    )
  }
  return (
    <div className={styles.toolbar}>
      <TypeSwitch type={type} onType={onType} />
      <GroupMenu groupBy={view.groupBy} onChange={view.setGroupBy} />
      <Unpriced positions={positions} />
      <span className={styles.spacer} />
      <Loaded positions={positions} />
      <DensitySwitch density={layout.density} onChange={layout.setDensity} />
      <ColumnChooser choice={layout.choice} />
      <CsvButton load={() => exportPositions(body, list)} fileName={`positions-${type}.csv`} />
    </div>
  )
}

interface TypeSwitchProps {
  type: PositionType
  onType: (type: PositionType) => void
  isWide?: boolean
}

/** Open or closed, each with its number. */
function TypeSwitch({ type, onType, isWide = false }: TypeSwitchProps) {
  const text = useText()
  const format = useFormat()
  const { body } = useFilter()
  const open = useQuery(positionsQuery(body, { type: 'open', limit: 1 }))
  const closed = useQuery(positionsQuery(body, { type: 'closed', limit: 1 }))
  const label = (word: string, count: number | undefined) => (
    <>
      {word}
      {count !== undefined && <span className={styles.count}>{format.count(count)}</span>}
    </>
  )
  return (
    <div className={isWide ? styles.grow : undefined}>
      <Segmented
        label={text('positions_card')}
        segments={[
          { value: 'open', label: label(text('position_type_open'), open.data?.count) },
          { value: 'closed', label: label(text('position_type_closed'), closed.data?.count) },
        ]}
        value={type}
        onChange={onType}
        isWide={isWide}
      />
    </div>
  )
}

interface GroupMenuProps {
  groupBy: PositionGroupKey | null
  onChange: (groupBy: PositionGroupKey | null) => void
}

const flat = ''

function GroupMenu({ groupBy, onChange }: GroupMenuProps) {
  const text = useText()
  const words = useWords()
  const { group_by: groups = [] } = useSettingsData().lists
  const offered = groups.flatMap(({ id, name }) => (id === 'strategy' ? [] : [{ id, name }]))
  const name = groupBy === null ? text('positions_group_none') : words.groupBy(groupBy, groupBy)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.groupBy}>
          <span>
            <RichText text="positions_group_by" values={{ group: <b>{name}</b> }} />
          </span>
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <MenuChoice
        label={text('positions_group_label')}
        choices={[
          ...offered.map(({ id, name: given }) => ({ value: id as string, label: words.groupBy(id, given) })),
          { value: flat, label: text('positions_group_flat') },
        ]}
        value={groupBy ?? flat}
        onChange={chosen => onChange(offered.find(({ id }) => id === chosen)?.id ?? null)}
      />
    </Menu>
  )
}

/** A total that leaves something out says so above the table. */
function Unpriced({ positions }: { positions: PositionList | undefined }) {
  const text = useText()
  const count =
    positions?.rows.filter(({ flags }) => flags.some(({ code }) => code === 'no_price' || code === 'no_rate'))
      .length ?? 0
  if (count === 0) return null
  const words = text('positions_unpriced', { count })
  const note = text('positions_unpriced_note')
  return (
    <Tooltip text={note}>
      <button type="button" className={styles.warning} aria-label={`${words}. ${note}`}>
        <Tag tone="warn" icon="alert">
          {words}
        </Tag>
      </button>
    </Tooltip>
  )
}

/** Of a very long list, how much of it is there already. */
function Loaded({ positions }: { positions: PositionList | undefined }) {
  const text = useText()
  const format = useFormat()
  if (positions === undefined || positions.rows.length >= positions.count) return null
  return (
    <span className={styles.quiet} role="status">
      {text('positions_loading_more', {
        loaded: format.count(positions.rows.length),
        count: format.count(positions.count),
      })}
    </span>
  )
}
