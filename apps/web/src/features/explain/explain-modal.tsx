import { dayOf, isoOf, weekdayOf } from '@plumbline/charts'
import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QueryPart } from '../../portfolio/query-part.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { DayPicker } from './day-picker.tsx'
import styles from './explain.module.css'
import { ExplainFoot } from './explain-foot.tsx'
import { ExplainRows } from './explain-rows.tsx'
import { ExplainSummary } from './explain-summary.tsx'
import { printedExplanation } from './printed.ts'
import { explanationQuery, exportExplanation, type Question, useQuestion } from './use-explanation.ts'

const nothing: Question = { from: '', to: '', subject: { kind: 'portfolio' }, split: 'position' }

/** What moved the value on a day or over a range, down to the last cent. */
export function ExplainModal({ modal, frame }: ModalProps<'explain'>) {
  const text = useText()
  const isPhone = useIsPhone()
  const { change } = useModal()
  const { body } = useFilter()
  const question = useQuestion(modal)
  const query = useQuery({ ...explanationQuery(body, question ?? nothing), enabled: question !== null })
  const setDays = (from: string, to: string) => void change({ from, to, last: undefined })
  return (
    <Dialog
      {...frame}
      width={1160}
      isFullOnPhone
      title={text('explain')}
      actions={
        question && (
          <div className={styles.actions}>
            <DayControls question={question} onDays={setDays} />
            <span className={styles.spacer} />
            {!isPhone && (
              <CsvButton
                size="small"
                load={() => exportExplanation(body, question)}
                fileName={`explain-${question.from}-${question.to}.csv`}
              />
            )}
          </div>
        )
      }
      footer={
        question &&
        query.data &&
        !query.isPlaceholderData && <ExplainFoot explanation={query.data} question={question} />
      }
    >
      {isPhone && question && (
        <div className={styles.phoneDays}>
          <DayControls question={question} onDays={setDays} isOnPhone />
        </div>
      )}
      <QueryPart query={query} skeleton={<SkeletonRows rows={12} />}>
        {explanation => {
          const printed = printedExplanation(explanation)
          const asked = question ?? nothing
          return (
            <>
              <ExplainSummary {...{ explanation, printed }} question={asked} onDays={setDays} />
              <ExplainRows
                {...{ explanation, printed }}
                question={asked}
                onSplit={split => void change({ split: split === 'position' ? undefined : split })}
              />
            </>
          )
        }}
      </QueryPart>
    </Dialog>
  )
}

interface DayControlsProps {
  question: Question
  onDays: (from: string, to: string) => void
  isOnPhone?: boolean
}

/** Which days: one with its neighbours, or a range. */
function DayControls({ question: { from, to }, onDays, isOnPhone = false }: DayControlsProps) {
  const text = useText()
  const isPhone = useIsPhone()
  if (isPhone !== isOnPhone) return null
  const isDay = from === to
  const step = (direction: 1 | -1) => {
    const next = businessDay(from, direction)
    onDays(next, next)
  }
  return (
    <>
      {isDay && <IconButton icon="chevron-left" label={text('explain_before')} onClick={() => step(-1)} />}
      <DayPicker from={from} to={to} onDays={onDays} />
      {isDay && <IconButton icon="chevron-right" label={text('explain_after')} onClick={() => step(1)} />}
      <Segmented
        size="small"
        label={text('explain_kind')}
        segments={[
          { value: 'day', label: text('explain_day') },
          { value: 'range', label: text('explain_range') },
        ]}
        value={isDay ? 'day' : 'range'}
        // A range begins as the week that ends with the day.
        onChange={kind => (kind === 'day' ? onDays(to, to) : onDays(isoOf(dayOf(to) - 6), to))}
      />
    </>
  )
}

/** The next day that markets are open on, weekends left out. */
function businessDay(date: string, direction: 1 | -1): string {
  let day = dayOf(date) + direction
  while (weekdayOf(day) > 4) day += direction
  return isoOf(day)
}
