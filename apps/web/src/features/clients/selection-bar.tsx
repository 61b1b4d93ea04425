import { useFamilyName } from '../../filter/family/use-family.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import styles from './clients.module.css'

interface SelectionBarProps {
  /** Ids of families. */
  selected: readonly string[]
  onClear: () => void
  onReports: () => void
}

const maxNamed = 3

/** What can be done with the selected clients. */
export function SelectionBar({ selected, onClear, onReports }: SelectionBarProps) {
  const text = useText()
  const { open } = useModal()
  const familyName = useFamilyName()
  // A phone has no room for a button that does nothing yet, and no column of tasks.
  const isPhone = useIsPhone()
  const names = selected.slice(0, maxNamed).map(id => familyName(id) ?? '')
  const more = selected.length - names.length
  const [a, b] = selected
  const isOne = selected.length === 1 && a !== undefined
  const canCompare = selected.length === 2 && a !== undefined && b !== undefined
  return (
    <section className={styles.selection} aria-label={text('clients_selection')}>
      <b>{text('clients_selected', { count: selected.length })}</b>
      <span className={styles.selectedNames}>
        {names.join(', ')}
        {more > 0 && `, ${text('clients_more', { count: more })}`}
      </span>
      {isOne && (
        <Button icon="check" onClick={() => void open({ kind: 'client', id: a })}>
          {text('clients_tasks')}
        </Button>
      )}
      {!(isOne && isPhone) && (
        <Button
          variant="primary"
          disabled={!canCompare}
          title={canCompare ? undefined : text('clients_compare_two')}
          onClick={() => canCompare && void open({ kind: 'compare-clients', a, b })}
        >
          {text('clients_compare')}
        </Button>
      )}
      <Button icon="document" onClick={onReports}>
        {text('clients_reports')}
      </Button>
      <IconButton icon="close" label={text('clients_clear')} onClick={onClear} />
    </section>
  )
}
