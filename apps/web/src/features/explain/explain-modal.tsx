import { parseDay, toIsoDate, toWeekday } from '@plumbline/charts'
import { useQuery } from '@tanstack/react-query'
import { DialogPrintSummary } from '../../filter/filter-print-summary.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
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
import { roundExplanation } from './round-explanation.ts'
import {
  type ExplainParams,
  explanationQuery,
  exportExplanation,
  useExplainParams,
} from './use-explanation.ts'

const emptyParams: ExplainParams = { from: '', to: '', subject: { kind: 'portfolio' }, split: 'position' }

/** Explains the profit and loss of a day or a range to the cent. */
export function ExplainModal({ modal, frame }: ModalProps<'explain'>) {
  const text = useText()
  const isPhone = useIsPhone()
  const { change } = useModal()
  const { body } = useFilter()
  const params = useExplainParams(modal)
  const query = useQuery({ ...explanationQuery(body, params ?? emptyParams), enabled: params !== null })
  const setDays = (from: string, to: string) => void change({ from, to, last: undefined })
  return (
    <Dialog
      {...frame}
      printed={<DialogPrintSummary basis={query.data?.basis} />}
      width={1160}
      isFullOnPhone
      title={text('explain')}
      actions={
        params && (
          <div className={styles.actions}>
            <DayControls params={params} onDays={setDays} />
            <span className={styles.spacer} />
            {!isPhone && (
              <CsvButton
                size="small"
                load={() => exportExplanation(body, params)}
                fileName={`explain-${params.from}-${params.to}.csv`}
              />
            )}
          </div>
        )
      }
      footer={
        params &&
        query.data &&
        !query.isPlaceholderData && <ExplainFoot explanation={query.data} params={params} />
      }
    >
      {isPhone && params && (
        <div className={styles.phoneDays}>
          <DayControls params={params} onDays={setDays} isOnPhone />
        </div>
      )}
      <QuerySection query={query} skeleton={<SkeletonRows rows={12} />}>
        {explanation => {
          const rounded = roundExplanation(explanation)
          const asked = params ?? emptyParams
          return (
            <>
              <ExplainSummary {...{ explanation, rounded }} params={asked} onDays={setDays} />
              <ExplainRows
                {...{ explanation, rounded }}
                params={asked}
                onSplit={split => void change({ split: split === 'position' ? undefined : split })}
              />
            </>
          )
        }}
      </QuerySection>
    </Dialog>
  )
}

interface DayControlsProps {
  params: ExplainParams
  onDays: (from: string, to: string) => void
  isOnPhone?: boolean
}

/** Selects a day, with steps to the previous and next one, or a range. */
function DayControls({ params: { from, to }, onDays, isOnPhone = false }: DayControlsProps) {
  const text = useText()
  const isPhone = useIsPhone()
  if (isPhone !== isOnPhone) return null
  const isDay = from === to
  const step = (direction: 1 | -1) => {
    const next = stepWeekday(from, direction)
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
        // The initial range is the week that ends with the day.
        onChange={kind => (kind === 'day' ? onDays(to, to) : onDays(toIsoDate(parseDay(to) - 6), to))}
      />
    </>
  )
}

/** The next or previous weekday. */
function stepWeekday(date: string, direction: 1 | -1): string {
  let day = parseDay(date) + direction
  while (toWeekday(day) > 4) day += direction
  return toIsoDate(day)
}
