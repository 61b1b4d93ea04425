import { type ClientAlertKind, clientAlertKinds, statusIcon } from '@plumbline/contract'
import { fillText, type Language, textsIn } from '@plumbline/contract/texts'
import type { ClientRow } from './clients.store.ts'
import type { ClientFigures } from './family-figures.query.ts'

export interface ClientAlert {
  kind: ClientAlertKind
  text: string
}

/** What the alerts of a client follow from. */
export interface ClientState {
  row: ClientRow
  figures: ClientFigures | undefined
  issues: readonly { kind: string; count: number }[]
}

/** Why a client needs attention, the most urgent first. */
export function listAlerts({ row, figures, issues }: ClientState, language: Language): ClientAlert[] {
  const texts = textsIn(language)
  const count = (key: 'client_alert_data_issues' | 'client_alert_tasks_overdue', number: number) =>
    fillText(number === 1 ? texts[`${key}_one`] : texts[`${key}_other`], { count: String(number) })
  const failure = row.runs.find(run => statusIcon(run.status) === -1)
  const overdrafts = issues.find(({ kind }) => kind === 'negative_cash')?.count ?? 0
  const drift = figures?.drift.largest_drift
  const others = issues.reduce((sum, each) => sum + each.count, 0) - overdrafts
  const found: Partial<Record<ClientAlertKind, string | false>> = {
    unvalued: row.has_transactions && (figures?.value ?? null) === null && texts.client_alert_unvalued,
    partial:
      figures?.value != null &&
      figures.flags.some(({ code }) => code === 'partial') &&
      texts.client_alert_partial,
    source_failed:
      failure !== undefined && fillText(texts.client_alert_source_failed, { name: failure.name }),
    tasks_overdue: row.overdue_tasks > 0 && count('client_alert_tasks_overdue', row.overdue_tasks),
    overdraft: overdrafts > 0 && texts.client_alert_overdraft,
    outside_band:
      drift != null &&
      drift.state !== 'within' &&
      fillText(texts.client_alert_outside_band, { name: drift.name }),
    data_issues: others > 0 && count('client_alert_data_issues', others),
  }
  return clientAlertKinds.flatMap(kind => {
    const text = found[kind]
    return text ? [{ kind, text }] : []
  })
}

/** Orders clients by their most urgent alert, then by the number of alerts. Zero without any. */
export function measureUrgency(alerts: readonly ClientAlert[]): number {
  const [worst] = alerts
  if (!worst) return 0
  return (clientAlertKinds.length - clientAlertKinds.indexOf(worst.kind)) * 100 + alerts.length
}
