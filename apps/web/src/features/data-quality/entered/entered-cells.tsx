import { textIfAny, useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import styles from '../data-quality.module.css'

/** Where a value comes from, and who entered it. */
export function Origin({ source, setBy }: { source: string; setBy: { name: string } | null }) {
  return (
    <>
      {textIfAny(`entered_source_${source}`) ?? source}
      {setBy !== null && <span className={styles.second}>{setBy.name}</span>}
    </>
  )
}

interface EnteredActionsProps {
  /** Which value, for the accessible names. */
  name: string
  onCorrect: () => void
  onDelete: () => void
}

export function EnteredActions({ name, onCorrect, onDelete }: EnteredActionsProps) {
  const text = useText()
  return (
    <span className={styles.buttons}>
      <Button
        size="small"
        variant="quiet"
        aria-label={text('entered_correct_named', { name })}
        onClick={onCorrect}
      >
        {text('entered_correct')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={text('entered_delete_named', { name })}
        onClick={onDelete}
      >
        {text('price_drop')}
      </Button>
    </span>
  )
}
