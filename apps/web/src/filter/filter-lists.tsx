import { lazyChunk } from '../lib/browser/lazy-chunk.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/display/icon.tsx'
import { Popover } from '../ui/overlay/popover.tsx'
import { plainTrigger, useLazyTrigger } from '../ui/overlay/popup/use-lazy-trigger.ts'
import chip from './chip.module.css'
import { selectedValues, withList } from './filter.ts'
import styles from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { type FilterKind, selectionLabel, useFilterKinds } from './filter-kinds.ts'
import { useFilter } from './use-filter.ts'

/** The popups are a large share of the code and not needed to show figures. */
export const multiSelect = lazyChunk(() => import('./multi-select.tsx'))

interface FilterListsProps {
  /** Which lists are behind one chip: those that do not filter, or all. */
  fold: 'none' | 'unused' | 'all'
  /** Shows counts instead of names. */
  isShort: boolean
}

/** The filter lists of the bar. */
export function FilterLists({ fold, isShort }: FilterListsProps) {
  const { filter } = useFilter()
  const kinds = useFilterKinds(filter.family)
  const isUsed = ({ list }: FilterKind) => selectedValues(filter, list).length > 0
  const folded = fold === 'none' ? [] : fold === 'all' ? kinds : kinds.filter(kind => !isUsed(kind))
  return (
    <>
      {kinds
        .filter(kind => !folded.includes(kind))
        .map(kind => (
          <FilterList key={kind.list} kind={kind} isShort={isShort} />
        ))}
      {folded.length > 0 && <FoldedLists kinds={folded} used={folded.filter(isUsed).length} />}
    </>
  )
}

function FoldedLists({ kinds, used }: { kinds: readonly FilterKind[]; used: number }) {
  const text = useText()
  return (
    <Popover
      title={text('filter')}
      isTitleHidden
      trigger={
        <button type="button" className={classNames(chip.chip, used > 0 && chip.on)}>
          <Icon name={used > 0 ? 'filter' : 'plus'} size={12} />
          {text('filter')} {used > 0 && <b>{used}</b>}
          {used > 0 && <Icon name="chevron-down" size={12} />}
        </button>
      }
    >
      <div className={styles.folded}>
        {kinds.map(kind => (
          <FilterList key={kind.list} kind={kind} isShort={false} />
        ))}
      </div>
    </Popover>
  )
}

function FilterList({ kind, isShort }: { kind: FilterKind; isShort: boolean }) {
  const text = useText()
  const { filter, change } = useFilter()
  const chosen = selectedValues(filter, kind.list)
  const { module: loaded, isInitiallyOpen, handlers } = useLazyTrigger(multiSelect)
  if (loaded !== null) {
    const onChange = (values: readonly string[]) => change(withList(filter, kind.list, values))
    return <loaded.MultiSelect {...{ kind, chosen, isShort, isInitiallyOpen, onChange }} />
  }
  return plainTrigger(
    <FilterChip
      label={kind.label}
      value={selectionLabel(kind, chosen, text)}
      shortValue={isShort && chosen.length > 0 ? String(chosen.length) : undefined}
      isNarrowing={chosen.length > 0}
    />,
    handlers,
    { 'aria-haspopup': 'listbox', 'aria-expanded': false },
  )
}
