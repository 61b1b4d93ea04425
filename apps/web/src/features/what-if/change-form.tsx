import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import type { FieldsProps, FormStart } from './change-fields.ts'
import { FlowFields } from './flow-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { RateFields } from './rate-fields.tsx'
import type { Change, ChangeKind } from './scenario-url.ts'
import { TradeFields } from './trade-fields.tsx'
import styles from './what-if.module.css'

interface ChangeFormProps {
  kind: ChangeKind
  initial: Change | null
  names: Map<string, string>
  start: FormStart | null
  onSave: (change: Change) => void
  onCancel: () => void
}

const fieldsByKind: Record<ChangeKind, (props: FieldsProps) => ReactNode> = {
  trade: TradeFields,
  price: PriceFields,
  rate: RateFields,
  flow: FlowFields,
}

/** Adds or edits one change. */
export function ChangeForm({ kind, initial, names, start, onSave, onCancel }: ChangeFormProps) {
  const text = useText()
  const [draft, setDraft] = useState<Change | null>(initial)
  const [isTried, setIsTried] = useState(false)
  const Fields = fieldsByKind[kind]
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (draft !== null) onSave(draft)
  }
  return (
    <form className={styles.form} onSubmit={save} aria-label={text(`what_if_add_${kind}`)} noValidate>
      <Fields {...{ initial, names, start, isTried }} onDraft={setDraft} />
      <div className={styles.formActions}>
        <Button size="small" onClick={onCancel}>
          {text('cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {text(initial === null ? 'what_if_add' : 'what_if_apply')}
        </Button>
      </div>
    </form>
  )
}
