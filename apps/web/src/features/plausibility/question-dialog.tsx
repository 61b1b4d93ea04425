import { useEffect } from 'react'
import type { Question } from '../../lib/api/api-error.ts'
import { type QuestionPrompt, questionPrompt } from '../../lib/api/confirm-questions.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Price } from '../../portfolio/cells.tsx'
import { Amount, Missing, Percent } from '../../ui/display/figure.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import styles from './question-dialog.module.css'

/** Asks about implausible values before they are saved, with their effect. The form below keeps its values. */
export function QuestionDialog({ prompt }: { prompt: QuestionPrompt }) {
  const text = useText()
  useEffect(() => () => closeDialog(), [])
  return (
    <ConfirmDialog
      isOpen={prompt.isOpen}
      onClose={() => prompt.settle(false)}
      onClosed={closeDialog}
      title={text('question_title')}
      confirmLabel={text('question_save')}
      safeLabel={text('question_back')}
      onConfirm={() => prompt.settle(true)}
    >
      <ul className={styles.questions}>
        {prompt.questions.map(question => (
          <li key={`${question.message} ${question.after}`}>
            <p>{question.message}</p>
            <dl className={styles.effect}>
              <dt>{text(`question_effect_${question.code}`)}</dt>
              <dd>
                <Side question={question} value={question.before} />
                <span aria-hidden="true">→</span>
                <Side question={question} value={question.after} />
                <Change question={question} />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** A net asset value, a price, a date or a security. */
function Side({ question, value }: { question: Question; value: Question['before'] }) {
  const format = useFormat()
  if (value === null) return <Missing />
  if (typeof value === 'string')
    return <span>{question.code === 'before_first_day' ? format.date(value) : value}</span>
  const currency = question.currency ?? ''
  return question.code === 'unusual_price' ? (
    <Price value={value} currency={currency} />
  ) : (
    <Amount value={value} currency={currency} />
  )
}

function Change({ question: { before, after } }: { question: Question }) {
  if (typeof before !== 'number' || typeof after !== 'number' || before === 0) return null
  return <Percent value={(after - before) / Math.abs(before)} />
}

/** Declines the pending questions, also when the dialog unmounts because the session ends. */
function closeDialog(): void {
  const prompt = questionPrompt.get()
  if (prompt?.isOpen) prompt.settle(false)
  questionPrompt.set(null)
}
