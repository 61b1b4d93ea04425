import type { contract } from 'virtual:contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '../../lib/api/api.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, TypeMark } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { FirstStepButtons } from '../../portfolio/first-steps.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import type { AssetSummary } from './asset-types.ts'
import styles from './manual-assets.module.css'

type AssetsPage = Reply<typeof contract.assets.list>

interface ManualAssetsListProps {
  query: UseQueryResult<AssetsPage>
  type: string | undefined
  q: string
  chosenId: string | undefined
  onFilter: (fields: { type?: string | undefined; q?: string | undefined }) => void
  onChoose: (id: string) => void
  onAccounts?: () => void
}

const all = 'all'

/** The assets by value, filtered by type and name, with their sum. */
export function ManualAssetsList({
  query,
  type,
  q,
  chosenId,
  onFilter,
  onChoose,
  onAccounts,
}: ManualAssetsListProps) {
  const text = useText()
  return (
    <nav className={styles.list} aria-label={text('assets_list')}>
      <div className={styles.find}>
        <SearchInput
          label={text('assets_find')}
          value={q}
          onChange={next => onFilter({ q: next || undefined })}
        />
      </div>
      <QuerySection
        query={query}
        className={styles.listPart}
        skeleton={<SkeletonRows rows={6} rowHeight={44} />}
      >
        {page => {
          const types = [...new Set(page.data.map(row => row.type))]
          const wanted = q.trim().toLocaleLowerCase()
          const rows = page.data.filter(
            row => (type === undefined || row.type === type) && row.name.toLocaleLowerCase().includes(wanted),
          )
          const isFiltered = rows.length < page.data.length
          const sum = rows.reduce((total, row) => total + (row.value_calculated ?? 0), 0)
          return (
            <>
              {types.length > 1 && (
                <TypeFilter types={types} type={type} onType={next => onFilter({ type: next })} />
              )}
              {page.data.length === 0 ? (
                <EmptyState
                  icon="home"
                  title={text('assets_empty')}
                  actions={<FirstStepButtons steps={['asset']} />}
                >
                  {text('assets_empty_note')}
                </EmptyState>
              ) : rows.length === 0 ? (
                <p className={styles.quiet}>{text('assets_none_found')}</p>
              ) : (
                <ul className={styles.rows}>
                  {rows.map(row => (
                    <AssetRow
                      key={row.id}
                      row={row}
                      isChosen={row.id === chosenId}
                      onChoose={() => onChoose(row.id)}
                    />
                  ))}
                </ul>
              )}
              {page.data.length > 0 && (
                <div className={styles.sum}>
                  <span>{text('assets_total_in', { currency: page.total.currency })}</span>
                  <b>
                    <Money value={isFiltered ? sum : page.total.value} />
                  </b>
                </div>
              )}
            </>
          )
        }}
      </QuerySection>
      {onAccounts && <Button onClick={onAccounts}>{text('assets_accounts')}</Button>}
    </nav>
  )
}

interface TypeFilterProps {
  types: readonly string[]
  /** Undefined for all types. */
  type: string | undefined
  onType: (type: string | undefined) => void
}

function TypeFilter({ types, type, onType }: TypeFilterProps) {
  const text = useText()
  const names = useDisplayNames()
  return (
    <Select
      size="small"
      label={text('assets_type')}
      options={[
        { value: all, label: text('assets_all_types') },
        ...types.map(value => ({ value, label: names.type(value, value) })),
      ]}
      value={type ?? all}
      onChange={next => onType(next === all ? undefined : next)}
    />
  )
}

interface AssetRowProps {
  row: AssetSummary
  isChosen: boolean
  onChoose: () => void
}

function AssetRow({ row, isChosen, onChoose }: AssetRowProps) {
  const names = useDisplayNames()
  return (
    <li>
      <button type="button" className={styles.row} aria-current={isChosen || undefined} onClick={onChoose}>
        <TypeMark type={row.type} />
        <span className={styles.words}>
          <b title={row.name}>{row.name}</b>
          <small>{names.type(row.type, row.type)}</small>
        </span>
        <Money value={row.value_calculated} flags={row.flags} />
      </button>
    </li>
  )
}
