import type { Filter, TargetDimension } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useIsShownFor, useMaySetFor } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { StrategySelect } from '../../portfolio/strategy/strategy-select.tsx'
import { useStrategyView } from '../../portfolio/strategy/use-strategy-view.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { DriftTable } from './drift-table.tsx'
import { ProposalCard } from './proposal-card.tsx'
import styles from './targets.module.css'
import { TargetsSummary } from './targets-summary.tsx'
import {
  type Drift,
  dimensions,
  driftQuery,
  loadDriftCsv,
  standardOptions,
  type TargetSubject,
} from './use-targets.ts'

/** The portfolio of a family, or one of its strategies, against its target, and the orders that lead back. */
export function TargetsScreen() {
  const text = useText()
  const { filter, body: filterBody } = useFilter()
  const hasSeveral = useHasSeveralFamilies()
  const isFamilyMissing = hasSeveral && filter.family == null
  // Targets apply to all positions: the filters of other screens do not.
  const body = useMemo(() => ({ ...filterBody, filters: {} }), [filterBody])
  const { view, choose } = useStrategyView(dimensions)
  const subject = useMemo(() => ({ dimension: view.by, strategy: view.strategy }), [view])
  const query = useQuery({ ...driftQuery(body, subject), enabled: !isFamilyMissing })
  if (isFamilyMissing)
    return (
      <Page title={text('targets_title')}>
        <Card>
          <EmptyState icon="tiles" title={text('targets_choose_family')}>
            {text('targets_choose_family_note')}
          </EmptyState>
        </Card>
      </Page>
    )
  return (
    <Page
      title={text('targets_title')}
      note={<Link to="/overview">{text('tab_overview')}</Link>}
      actions={
        <>
          <StrategySelect
            label={text('targets_subject')}
            strategy={subject.strategy}
            onChange={strategy => choose({ strategy })}
          />
          {query.data?.target && <EditButtons target={query.data.target} subject={subject} />}
          <CsvButton load={() => loadDriftCsv(body, subject)} fileName="targets.csv" />
        </>
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={10} rowHeight={38} />}>
        {drift => (
          <Cards key={subject.dimension} {...{ drift, body, subject }} onDivide={by => choose({ by })} />
        )}
      </QuerySection>
    </Page>
  )
}

interface CardsProps {
  drift: Drift
  body: Filter
  subject: TargetSubject
  onDivide: (by: TargetDimension) => void
}

function Cards({ drift, body, subject, onDivide }: CardsProps) {
  const text = useText()
  const [options, setOptions] = useState(standardOptions)
  const isShown = useIsShownFor(subject.strategy)
  const hasTarget = drift.target !== null
  return (
    <div className={styles.cards}>
      {hasTarget && <TargetsSummary {...{ drift, body, subject, options }} />}
      <Card
        title={text('targets_current')}
        note={<SinceNote drift={drift} />}
        actions={<DimensionChoice value={subject.dimension} onChange={onDivide} />}
      >
        {!hasTarget && (
          <EmptyState
            icon="tiles"
            title={text('targets_none')}
            actions={<EditButtons target={null} subject={subject} />}
          >
            {text(isShown ? 'targets_none_note' : 'targets_not_shown_note')}
          </EmptyState>
        )}
        <DriftTable drift={drift} />
        <LeftOut drift={drift} />
      </Card>
      {hasTarget && <ProposalCard {...{ body, subject, options }} onOptions={setOptions} />}
    </div>
  )
}

function EditButtons(props: {
  target: Drift['target']
  subject: { dimension: TargetDimension; strategy?: string | undefined }
}) {
  const text = useText()
  const { open } = useModal()
  const { target, subject } = props
  const maySet = useMaySetFor(subject.strategy)
  if (!maySet) return null
  const place = {
    dimension: subject.dimension,
    ...(subject.strategy !== undefined && { strategy: subject.strategy }),
  }
  return (
    <>
      {target !== null && (
        <Button icon="edit" onClick={() => void open({ kind: 'target', id: target.id, ...place })}>
          {text('targets_edit')}
        </Button>
      )}
      <Button
        {...(target === null && { variant: 'primary' as const })}
        icon="plus"
        onClick={() => void open({ kind: 'target', ...place })}
      >
        {text(target === null ? 'targets_set' : 'targets_new_date')}
      </Button>
    </>
  )
}

function DimensionChoice(props: { value: TargetDimension; onChange: (by: TargetDimension) => void }) {
  const text = useText()
  const isPhone = useIsPhone()
  const choices = dimensions.map(value => ({ value, label: text(`targets_by_${value}`) }))
  return isPhone ? (
    <Select size="small" label={text('targets_division')} options={choices} {...props} />
  ) : (
    <Segmented size="small" label={text('targets_division')} segments={choices} {...props} />
  )
}

function SinceNote({ drift: { target } }: { drift: Drift }) {
  const text = useText()
  const format = useFormat()
  if (target === null) return null
  return (
    <span title={text('targets_current_note')}>
      {text('targets_since', { name: target.name, date: format.date(target.valid_from) })}
    </span>
  )
}

function LeftOut({ drift }: { drift: Drift }) {
  const text = useText()
  if (drift.left_out.length === 0) return null
  const names = drift.left_out
    .map(({ position, reason }) => `${position.name} (${text(`targets_left_out_${reason}`)})`)
    .join(', ')
  return (
    <div className={styles.notes}>
      <Note tone="warn">{text('targets_left_out', { names })}</Note>
    </div>
  )
}
