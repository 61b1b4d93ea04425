import type { FormField, Task } from '@plumbline/contract'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Note } from '../../ui/display/note.tsx'
import styles from './rules.module.css'

interface RuleNoteProps {
  rule: Task | null
  type: Task['task_type']
  fields: readonly FormField[]
}

/** When a rule runs next, or why it does not. */
export function RuleNote({ rule, type, fields }: RuleNoteProps) {
  const text = useText()
  const format = useFormat()
  const moment = (iso: string) => format.moment(new Date(iso))
  const hasNoReport = fields.some(({ name, options }) => name === 'task_data.report' && options.length === 0)
  const sentences = [
    hasNoReport && text('rules_no_reports'),
    type === 'price_target' && text('rules_targets_note'),
    rule !== null && !rule.is_active && text('rules_paused'),
    rule?.is_mail_paused && text('rules_mail_paused'),
    rule !== null &&
      rule.paused_recipients.length > 0 &&
      text('rules_recipients_paused', { addresses: rule.paused_recipients.join(', ') }),
    rule?.is_active && rule.next_run_at !== null && text('rules_next', { date: moment(rule.next_run_at) }),
    rule !== null && rule.last_run_at !== null && text('rules_last', { date: moment(rule.last_run_at) }),
  ].filter(sentence => typeof sentence === 'string')
  if (sentences.length === 0) return null
  return (
    <div className={styles.note}>
      <Note tone={hasNoReport ? 'warn' : 'accent'}>{sentences.join(' ')}</Note>
    </div>
  )
}
