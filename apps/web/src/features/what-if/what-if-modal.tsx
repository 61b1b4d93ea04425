import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { DialogPrintSummary } from '../../filter/filter-print-summary.tsx'
import { familyParameter } from '../../filter/filter-url.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { AllocationBars } from './allocation-bars.tsx'
import { BeforeAfterTable } from './before-after-table.tsx'
import { ChangeList } from './change-list.tsx'
import { type Change, readChanges, toScenario, writeChanges } from './scenario-url.ts'
import { dimensions, exportWhatIf, whatIfQuery } from './use-what-if.ts'
import styles from './what-if.module.css'

/** The portfolio before and after assumed changes. The changes live in the address; nothing is saved. */
export function WhatIfModal({ modal, frame }: ModalProps<'what-if'>) {
  const text = useText()
  const isPhone = useIsPhone()
  const { body, filter } = useFilter()
  const { change } = useModal()
  const changes = useMemo(() => readChanges(modal.changes), [modal.changes])
  const scenario = useMemo(() => toScenario(changes), [changes])
  const dimension = dimensions.find(one => one === modal.by) ?? 'instrument_type'
  const query = useQuery({ ...whatIfQuery(body, scenario, dimension), enabled: frame.isOpen })
  const names = useNames(query.data?.instruments, modal)
  const setChanges = (next: readonly Change[]) =>
    void change({
      changes: next.length === 0 ? undefined : writeChanges(next),
      instrument: undefined,
      account: undefined,
      name: undefined,
    })
  const fieldErrors =
    query.error instanceof ApiError ? describeFields(query.error, text('what_if_not_seen')) : {}
  const isFieldError = Object.keys(fieldErrors).some(name => name.startsWith('scenario.'))
  return (
    <Dialog
      {...frame}
      printed={<DialogPrintSummary basis={query.data?.basis} />}
      isDrawer
      isFullOnPhone
      title={
        <>
          {text('what_if_title')} <Tag tone="accent">{text('what_if_not_saved')}</Tag>
        </>
      }
      actions={<ShareButton family={filter.family} currency={query.data?.basis.currency} />}
      footer={
        <>
          {!isPhone && <span className={styles.note}>{text('what_if_link_note')}</span>}
          <Spacer />
          <Button size="small" disabled={changes.length === 0} onClick={() => setChanges([])}>
            {text('what_if_clear')}
          </Button>
          <CsvButton
            size="small"
            load={() => exportWhatIf(body, scenario, dimension)}
            fileName="what-if.csv"
          />
          <Button
            size="small"
            icon="document"
            aria-label={text('details_print')}
            title={text('details_print')}
            onClick={() => window.print()}
          >
            PDF
          </Button>
        </>
      }
    >
      <ChangeList
        changes={changes}
        comparison={query.data}
        errors={fieldErrors}
        names={names}
        start={
          modal.instrument === undefined ? null : { instrument: modal.instrument, account: modal.account }
        }
        onChange={setChanges}
      />
      {query.error !== null && !isFieldError ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : isFieldError ? (
        <p className={styles.help}>{text('what_if_fix')}</p>
      ) : (
        <QuerySection query={query} skeleton={<SkeletonRows rows={10} />}>
          {comparison => (
            <>
              <AllocationBars rows={comparison.rows} dimension={dimension} />
              <BeforeAfterTable
                comparison={comparison}
                scenario={scenario}
                dimension={dimension}
                onDimension={by => void change({ by: by === 'instrument_type' ? undefined : by })}
              />
            </>
          )}
        </QuerySection>
      )}
    </Dialog>
  )
}

/** The names of instruments: a scenario with a mistake has no reply that names them. */
function useNames(
  instruments: readonly { id: string; name: string }[] | undefined,
  { instrument, name }: { instrument?: string; name?: string },
) {
  const [known] = useState(() => new Map<string, string>())
  const seen = useRef(instruments)
  if (instrument !== undefined && name !== undefined) known.set(instrument, name)
  if (seen.current !== instruments || known.size === 0) {
    for (const each of instruments ?? []) known.set(each.id, each.name)
    seen.current = instruments
  }
  return known
}

interface ShareButtonProps {
  family: string | null | undefined
  currency: string | undefined
}

/** Copies an address that names family and currency, which others may have set differently. */
function ShareButton({ family, currency }: ShareButtonProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const share = async () => {
    const url = new URL(window.location.href)
    if (family != null) url.searchParams.set(familyParameter, family)
    if (currency !== undefined) url.searchParams.set('in', currency)
    await navigator.clipboard.writeText(url.href)
    showToast(text('what_if_copied'), 'success')
  }
  if (isPhone) return <IconButton icon="link" label={text('what_if_share')} onClick={() => void share()} />
  return (
    <Button size="small" icon="link" onClick={() => void share()}>
      {text('what_if_share')}
    </Button>
  )
}

/** Messages by field. What is not found may belong to others, as in a link that someone shared. */
function describeFields({ fields, fieldCodes }: ApiError, notSeen: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name,
      fieldCodes[name] === 'not_found' ? notSeen : message,
    ]),
  )
}
