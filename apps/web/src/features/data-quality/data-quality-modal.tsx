import { FilterPrintSummary } from '../../filter/filter-print-summary.tsx'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { CoverageTab } from './coverage/coverage-tab.tsx'
import { EnteredTab } from './entered/entered-tab.tsx'
import { HealthTab } from './health-tab.tsx'
import { ReconciliationTab } from './reconciliation-tab.tsx'

const tabs = ['coverage', 'health', 'reconciliation', 'entered'] as const

/** What the net worth lacks, data health checks, reconciliation with custodian statements, and entered values. */
export function DataQualityModal({ modal, frame }: ModalProps<'data-quality'>) {
  const text = useText()
  const { change } = useModal()
  const tab = tabs.find(each => each === modal.tab) ?? (modal.type === undefined ? 'coverage' : 'health')
  return (
    <Dialog
      {...frame}
      printed={<FilterPrintSummary />}
      title={text('data_quality')}
      width={1160}
      isFullOnPhone
      isFilling
    >
      <Tabs
        label={text('data_quality')}
        tabs={[
          { value: 'coverage', label: text('coverage') },
          { value: 'health', label: text('data_health') },
          { value: 'reconciliation', label: text('reconciliation') },
          { value: 'entered', label: text('entered') },
        ]}
        value={tab}
        onChange={next =>
          void change({
            tab: next,
            account: undefined,
            date: undefined,
            type: undefined,
            form: undefined,
            id: undefined,
          })
        }
      >
        {tab === 'coverage' && <CoverageTab />}
        {tab === 'health' && <HealthTab modal={modal} />}
        {tab === 'reconciliation' && <ReconciliationTab modal={modal} />}
        {tab === 'entered' && <EnteredTab modal={modal} />}
      </Tabs>
    </Dialog>
  )
}
