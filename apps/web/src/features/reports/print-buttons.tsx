import type { Job, Report, ReportFormat } from '@plumbline/contract'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { formats, type PrintState } from './use-print.ts'

export interface PrintActions {
  printState: (report: Report) => PrintState
  onPrint: (report: Report, format: ReportFormat) => void
  onCancel: (report: Report, job: Job) => void
}

/** Prints as PDF, or in another format from a menu. Offers to cancel a running print. */
export function PrintButtons({ report, actions }: { report: Report; actions: PrintActions }) {
  const text = useText()
  const { name } = report
  const state = actions.printState(report)
  if (state.kind === 'printing') {
    const { job } = state
    return (
      <Button
        variant="quiet"
        size="small"
        disabled={job === null}
        aria-label={text('reports_cancel', { name })}
        onClick={() => job !== null && actions.onCancel(report, job)}
      >
        {text('cancel')}
      </Button>
    )
  }
  return (
    <>
      <Button
        size="small"
        icon="document"
        aria-label={text('reports_print_pdf', { name })}
        onClick={() => actions.onPrint(report, 'pdf')}
      >
        {text('reports_format_pdf')}
      </Button>
      <Menu
        trigger={
          <IconButton icon="chevron-down" size="small" label={text('reports_other_formats', { name })} />
        }
      >
        {formats
          .filter(format => format !== 'pdf')
          .map(format => (
            <MenuItem key={format} icon="download" onSelect={() => actions.onPrint(report, format)}>
              {text(`reports_format_${format}`)}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
