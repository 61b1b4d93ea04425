import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money, Quantity } from '../../../portfolio/cells.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Missing } from '../../../ui/display/figure.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import styles from '../imports.module.css'
import { typeLabel } from '../mapping/column-mapping.ts'
import type { Draft, DraftChange } from '../use-imports.ts'

export interface DraftRowActions {
  /** Absent when the import can no longer be changed. */
  onEdit?: (draft: Draft) => void
  onChange?: (draft: Draft, change: DraftChange) => void
  /** Shows the page that the row was read from. */
  onShow?: (draft: Draft) => void
}

interface DraftRowProps extends DraftRowActions {
  draft: Draft
  isBusy: boolean
}

/** A row as the transaction it becomes, with its problem or changes and the ways to fix it. */
export function DraftRow({ draft, isBusy, onEdit, onChange, onShow }: DraftRowProps) {
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
      <DraftPlace draft={draft} {...(onShow && { onShow })} />
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
        {draft.stated_name !== null && (
          <small className={styles.stated}>{text('imports_stated_name', { name: draft.stated_name })}</small>
        )}
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

function DraftPlace({ draft, onShow }: Pick<DraftRowProps, 'draft' | 'onShow'>) {
  const text = useText()
  const { page, line, file_name: file } = draft
  const name = <span className={styles.cut}>{file.replace(/\.\w+$/, '')}</span>
  if (page === null)
    return (
      <span className={styles.place} title={`${file}:${line}`}>
        {name}:<b>{line}</b>
      </span>
    )
  const spot = <b>{text('imports_at_page_short', { page, line })}</b>
  const title = `${file}, ${text('imports_at_page', { page, line })}`
  if (onShow === undefined)
    return (
      <span className={styles.place} title={title}>
        {name}&nbsp;{spot}
      </span>
    )
  return (
    <button
      type="button"
      className={classNames(styles.place, styles.link)}
      title={title}
      aria-label={text('imports_show_page', { page, line, file })}
      onClick={() => onShow(draft)}
    >
      {name}&nbsp;{spot}
    </button>
  )
}

function DraftNote({ draft, isBusy, onEdit, onChange }: DraftRowProps) {
  const { state, message, changes } = draft
  if (state !== 'problem' && message === null && changes.length === 0) return null
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
      <DraftActions
        draft={draft}
        isBusy={isBusy}
        {...(onEdit && { onEdit })}
        {...(onChange && { onChange })}
      />
    </div>
  )
}

/** The ways to decide about a row with a problem. */
export function DraftActions({ draft, isBusy, onEdit, onChange }: DraftRowProps) {
  const text = useText()
  const { state, suggestion, line, file_name: file } = draft
  const canEdit = onEdit !== undefined && (state === 'problem' || state === 'new')
  return (
    <>
      {draft.is_probable_duplicate && onChange !== undefined && (
        <>
          <Button size="small" isBusy={isBusy} onClick={() => onChange(draft, { is_left_out: true })}>
            {text('imports_leave_out')}
          </Button>
          <Button size="small" isBusy={isBusy} onClick={() => onChange(draft, { is_confirmed: true })}>
            {text('imports_post_anyway')}
          </Button>
        </>
      )}
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
    </>
  )
}
