import type { Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { RichText } from '../../lib/i18n/rich-text.tsx'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Money, PnlAmount } from '../../portfolio/cells.tsx'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { positionsQuery } from '../../portfolio/queries.ts'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Menu, MenuChoice } from '../../ui/overlay/menu.tsx'
import menuButton from '../../ui/overlay/menu-button.module.css'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DensitySwitch } from '../../ui/table/density-switch.tsx'
import { SortMenu } from '../../ui/table/sort-menu.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import type { TableLayout } from '../../ui/table/use-table-layout.ts'
import type { PositionGroupKey } from './position-groups.ts'
import styles from './positions.module.css'
import { exportPositions, type PositionList, type PositionListParams } from './use-positions.ts'
import type { PositionsView } from './use-positions-view.ts'

interface PositionsToolbarProps {
  type: PositionType
  onType: (type: PositionType) => void
  view: PositionsView
  layout: TableLayout<Position>
  list: PositionListParams
  positions: PositionList | undefined
  columns: readonly Column<Position>[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

export function PositionsToolbar(props: PositionsToolbarProps) {
  const { type, onType, view, layout, list, positions, columns, selected, onSelect } = props
  const text = useText()
  const isPhone = useIsPhone()
  const { open } = useModal()
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
        <IconButton
          icon="calculator"
          label={text('what_if_title')}
          onClick={() => void open({ kind: 'what-if' })}
        />
      </div>
    )
  }
  return (
    <div className={styles.toolbar}>
      <TypeSwitch type={type} onType={onType} />
      <GroupMenu groupBy={view.groupBy} onChange={view.setGroupBy} />
      <Unpriced positions={positions} />
      <SelectionSum {...{ positions, selected }} onClear={() => onSelect(new Set())} />
      <span className={styles.spacer} />
      <LoadingProgress positions={positions} />
      <Button icon="calculator" onClick={() => void open({ kind: 'what-if' })}>
        {text('what_if_title')}
      </Button>
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

/** Switches between open and closed positions, with their counts. */
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
  const names = useDisplayNames()
  const { group_by: groups = [] } = useSettingsData().lists
  const offered = groups.flatMap(({ id, name }) => (id === 'strategy' ? [] : [{ id, name }]))
  const name = groupBy === null ? text('positions_group_none') : names.groupBy(groupBy, groupBy)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={menuButton.button}>
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
          ...offered.map(({ id, name: given }) => ({ value: id as string, label: names.groupBy(id, given) })),
          { value: flat, label: text('positions_group_flat') },
        ]}
        value={groupBy ?? flat}
        onChange={chosen => onChange(offered.find(({ id }) => id === chosen)?.id ?? null)}
      />
    </Menu>
  )
}

/** Warns that the totals leave out positions without a value. */
function Unpriced({ positions }: { positions: PositionList | undefined }) {
  const text = useText()
  const count = positions?.rows.filter(({ value }) => value === null).length ?? 0
  if (count === 0) return null
  const names = text('positions_unpriced', { count })
  const note = text('positions_unpriced_note')
  return (
    <Tooltip text={note}>
      <button type="button" className={styles.warning} aria-label={`${names}. ${note}`}>
        <Tag tone="warn" icon="alert">
          {names}
        </Tag>
      </button>
    </Tooltip>
  )
}

interface SelectionSumProps {
  positions: PositionList | undefined
  selected: ReadonlySet<string>
  onClear: () => void
}

/** What the selected positions are worth and earned together. A missing part makes a sum missing. */
function SelectionSum({ positions, selected, onClear }: SelectionSumProps) {
  const text = useText()
  const rows = positions?.rows.filter(({ id }) => selected.has(id)) ?? []
  if (rows.length === 0) return null
  const sum = (field: 'value' | 'pnl_abs_total') =>
    rows.reduce<number | null>((total, row) => {
      const part = row[field]
      return total === null || part === null ? null : total + part
    }, 0)
  return (
    <span className={styles.selection} role="status">
      {text('positions_selected', { count: rows.length })} <Money value={sum('value')} />{' '}
      <PnlAmount value={sum('pnl_abs_total')} />
      <IconButton icon="close" size="small" label={text('positions_deselect')} onClick={onClear} />
    </span>
  )
}

/** The loading progress of a very long list. */
function LoadingProgress({ positions }: { positions: PositionList | undefined }) {
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
