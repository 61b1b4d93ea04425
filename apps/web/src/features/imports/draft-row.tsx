import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, Quantity } from '../../portfolio/cells.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { typeLabel } from './column-mapping.ts'
import styles from './imports.module.css'
import type { Draft, DraftChange } from './use-imports.ts'

export interface DraftRowActions {
  /** Absent when the import can no longer be changed. */
  onEdit?: (draft: Draft) => void
  onChange?: (draft: Draft, change: DraftChange) => void
}

interface DraftRowProps extends DraftRowActions {
  draft: Draft
  isBusy: boolean
}

/** A row as the transaction it becomes, with its problem or changes and the ways to fix it. */
export function DraftRow({ draft, isBusy, onEdit, onChange }: DraftRowProps) {
  const text = useText()
  const format = useFormat()
  const { state, line, file_name: file, date, currency } = draft
  const costs = (draft.fees ?? 0) + (draft.taxes ?? 0)
  const canChoose = onChange !== undefined && state !== 'duplicate' && state !== 'problem'
  return (
    <li
      className={classNames(styles.draft, state === 'left_out' && styles.leftOut)}
      aria-busy={isBusy || undefined}
    >
      <span className={styles.take}>
        {canChoose ? (
          <Checkbox
            isLabelHidden
            label={text('imports_take', { line, file })}
            checked={state !== 'left_out'}
            disabled={isBusy}
            onChange={event => onChange(draft, { is_left_out: !event.target.checked })}
          />
        ) : (
          state === 'problem' && <Icon name="alert" size={14} className={styles.warn} />
        )}
      </span>
      <span className={styles.place} title={`${file}:${line}`}>
        <span className={styles.cut}>{file.replace(/\.\w+$/, '')}</span>:<b>{line}</b>
      </span>
      <span className={styles.day}>{date === null ? <Missing /> : format.date(date)}</span>
      <span className={styles.kind}>
        {draft.transaction_type === null ? (
          <Missing />
        ) : (
          <Tag>{typeLabel(draft.transaction_type, text, draft.side)}</Tag>
        )}
      </span>
      <span className={styles.subject} title={draft.name ?? draft.isin ?? ''}>
        <b className={styles.cut}>{draft.name ?? draft.isin ?? draft.note ?? ''}</b>
        {draft.is_new_instrument && <Tag tone="outline">{text('imports_new_instrument')}</Tag>}
        {draft.ratio !== null && <Tag tone="outline">{text('imports_ratio', { ratio: draft.ratio })}</Tag>}
        {draft.is_fixed && <Tag tone="outline">{text('imports_was_fixed')}</Tag>}
      </span>
      <span className={classNames(styles.end, styles.wideOnly)}>
        <Quantity value={draft.quantity} />
      </span>
      <span className={classNames(styles.end, styles.wideOnly)}>
        {draft.price === null ? <Missing /> : format.price(draft.price)}
      </span>
      <span className={classNames(styles.end, styles.amount)}>
        <Money value={draft.amount} /> <small className={styles.quiet}>{currency}</small>
        {draft.counter_amount !== null && (
          <small className={styles.leg}>
            <Money value={draft.counter_amount} /> {draft.counter_currency}
          </small>
        )}
      </span>
      <span className={classNames(styles.end, styles.wideOnly)}>
        {costs === 0 ? <Missing /> : <Money value={-costs} />}
      </span>
      <span className={styles.edit}>
        {onEdit !== undefined && (state === 'new' || state === 'changed') && (
          <IconButton
            icon="edit"
            size="small"
            label={text('imports_edit_label', { line, file })}
            onClick={() => onEdit(draft)}
          />
        )}
      </span>
      <DraftNote draft={draft} isBusy={isBusy} {...(onEdit && { onEdit })} {...(onChange && { onChange })} />
    </li>
  )
}

function DraftNote({ draft, isBusy, onEdit, onChange }: DraftRowProps) {
  const text = useText()
  const { state, message, suggestion, changes, line, file_name: file } = draft
  const canEdit = onEdit !== undefined && state === 'problem'
  if (!canEdit && message === null && changes.length === 0) return null
  return (
    <div className={styles.note}>
      {message !== null && (
        <span className={state === 'problem' ? styles.warn : styles.quiet}>{message}</span>
      )}
      {changes.map(({ field, before, after }) => (
        <span key={field}>
          {field} <s>{before ?? '–'}</s> <b>{after ?? '–'}</b>
        </span>
      ))}
      {suggestion !== null && onChange !== undefined && state === 'problem' && (
        <Button
          size="small"
          isBusy={isBusy}
          onClick={() => onChange(draft, { [suggestion.field]: suggestion.value } as DraftChange)}
        >
          {text('imports_use', { label: suggestion.label })}
        </Button>
      )}
      {canEdit && (
        <Button
          size="small"
          variant="quiet"
          icon="edit"
          aria-label={text('imports_fix_label', { line, file })}
          onClick={() => onEdit(draft)}
        >
          {text('imports_fix')}
        </Button>
      )}
    </div>
  )
}
