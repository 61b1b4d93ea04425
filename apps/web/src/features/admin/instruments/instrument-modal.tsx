import { useQuery } from '@tanstack/react-query'
import { hasCode } from '../../../lib/api/api-error.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../../ui/overlay/modal-props.ts'
import { InstrumentDialog } from './instrument-dialog.tsx'
import { instrumentQuery } from './use-instruments.ts'

/** The master record of one security, opened from wherever the security is shown. */
export function InstrumentModal({ modal, frame }: ModalProps<'instrument'>) {
  const text = useText()
  const query = useQuery(instrumentQuery(modal.id))
  if (query.data) return <InstrumentDialog key={query.data.id} instrument={query.data} frame={frame} />
  return (
    <Dialog {...frame} title={text('master_open')} width={540}>
      {hasCode(query.error, 'not_found') ? (
        <EmptyState icon="list" title={text('master_gone')} />
      ) : (
        <QuerySection query={query} skeleton={<SkeletonRows rows={6} />}>
          {() => null}
        </QuerySection>
      )}
    </Dialog>
  )
}
