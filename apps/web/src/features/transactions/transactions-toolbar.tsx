import type { Filter, Transaction, TransactionType } from '@plumbline/contract'
import { MultiSelect } from '../../filter/multi-select.tsx'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { textIfAny, useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DensitySwitch } from '../../ui/table/density-switch.tsx'
import { SortMenu } from '../../ui/table/sort-menu.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import type { TableLayout } from '../../ui/table/use-table-layout.ts'
import { GoToDate } from './go-to-date.tsx'
import styles from './transactions.module.css'
import { categories, exportTransactions, type TransactionsView } from './use-transactions.ts'

interface TransactionsToolbarProps {
  view: TransactionsView
  body: Filter
  layout: TableLayout<Transaction>
  columns: readonly Column<Transaction>[]
  /** The date of the first row; null while loading. */
  date: string | null
  onDate: (date: string) => void
  isGrouped: boolean
  onGrouped: (isGrouped: boolean) => void
}

const allCategories = 'all'

export function TransactionsToolbar(props: TransactionsToolbarProps) {
  const { view, body, layout, columns, date, onDate, isGrouped, onGrouped } = props
  const text = useText()
  const isPhone = useIsPhone()
  const isDemo = useHasRole('demo')
  const { open } = useModal()
  const segments = [allCategories, ...categories] as const
  const search = (
    <span className={styles.find}>
      <SearchInput label={text('transactions_search')} value={view.q} onChange={q => view.change({ q })} />
    </span>
  )
  const add =
    !isDemo &&
    (
      [
        ['up', 'imports_open', 'import'],
        ['plus', 'transactions_add', 'transaction'],
      ] as const
    ).map(([icon, label, kind]) =>
      isPhone ? (
        <IconButton
          key={kind}
          icon={icon}
          label={text(label)}
          className={styles.add}
          onClick={() => void open({ kind })}
        />
      ) : (
        <Button key={kind} icon={icon} onClick={() => void open({ kind })}>
          {text(label)}
        </Button>
      ),
    )
  return (
    <div className={styles.toolbar}>
      <Segmented
        label={text('transactions_category')}
        value={view.category ?? allCategories}
        onChange={value => view.change({ category: value === allCategories ? null : value })}
        segments={segments.map(value => ({ value, label: text(`transactions_category_${value}`) }))}
      />
      {isPhone && (
        <div className={styles.findAndAdd}>
          {search}
          {add}
        </div>
      )}
      <TypesMenu view={view} />
      {!isPhone && search}
      {(view.sort === null || view.sort.id === 'date') && <GoToDate {...{ date, onDate }} />}
      {isPhone && <SortMenu columns={columns} sort={view.sort} onSort={sort => view.change({ sort })} />}
      <span className={styles.spacer} />
      {!isPhone && (
        <>
          {add}
          <ColumnChooser choice={layout.choice} isIconOnly>
            <div className={styles.density}>
              <DensitySwitch density={layout.density} onChange={layout.setDensity} />
              <Checkbox
                label={text('transactions_by_day')}
                checked={isGrouped}
                onChange={event => onGrouped(event.target.checked)}
              />
            </div>
          </ColumnChooser>
          <CsvButton isIconOnly load={() => exportTransactions(body, view)} fileName="transactions.csv" />
        </>
      )}
    </div>
  )
}

/** Selects several types of the chosen category. */
function TypesMenu({ view }: { view: TransactionsView }) {
  const text = useText()
  const { lists } = useSettingsData()
  const offered = listTypes(lists.trx_category_trx_type_mapping, view.category)
  const kind = {
    label: text('transactions_types'),
    all: text('transactions_types_all'),
    find: text('transactions_types_find'),
    options: offered.map(value => ({ value, label: textIfAny(`transaction_type_${value}`) ?? value })),
  }
  return (
    <MultiSelect
      kind={kind}
      chosen={view.types}
      onChange={chosen => view.change({ types: offered.filter(type => chosen.includes(type)) })}
    />
  )
}

function listTypes(
  mapping: Readonly<Record<string, readonly TransactionType[]>>,
  category: string | null,
): readonly TransactionType[] {
  return category === null ? Object.values(mapping).flat() : (mapping[category] ?? [])
}
