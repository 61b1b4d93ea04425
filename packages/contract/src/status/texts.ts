import { texts } from '../texts/text.ts'

/** Status of the data sources. */
export const statusTexts = texts({
  status_title: { 'en-US': 'Integration status', de: 'Status der Datenquellen' },
  status_icon_1: { 'en-US': 'Up to date', de: 'Aktuell' },
  status_icon_0: { 'en-US': 'No new data', de: 'Keine neuen Daten' },
  'status_icon_-1': { 'en-US': 'Failed', de: 'Fehlgeschlagen' },
  status_count: { 'en-US': '{status}: {count}', de: '{status}: {count}' },
  status_no_data_since: { 'en-US': 'No new data since {date}', de: 'Keine neuen Daten seit {date}' },
  status_no_data: { 'en-US': 'No new data', de: 'Keine neuen Daten' },
  status_failed: { 'en-US': 'Failed', de: 'Fehlgeschlagen' },
  status_running: { 'en-US': 'Running now', de: 'Läuft gerade' },
  status_never: { 'en-US': 'No runs yet', de: 'Noch keine Läufe' },
  status_none: { 'en-US': 'No data sources', de: 'Keine Datenquellen' },
  status_attention: {
    'en-US': 'Integration status: needs attention',
    de: 'Status der Datenquellen: Handlungsbedarf',
  },
  status_missing_one: {
    'en-US': 'Figures of {count} position could not be calculated:',
    de: 'Zahlen von {count} Position konnten nicht berechnet werden:',
  },
  status_missing_other: {
    'en-US': 'Figures of {count} positions could not be calculated:',
    de: 'Zahlen von {count} Positionen konnten nicht berechnet werden:',
  },
  status_missing_reason: { 'en-US': '{name}: {reason}', de: '{name}: {reason}' },
  status_missing_price: { 'en-US': 'no price', de: 'kein Kurs' },
  status_missing_rate: { 'en-US': 'no exchange rate', de: 'kein Wechselkurs' },
  status_missing_other_reason: { 'en-US': 'not enough data', de: 'zu wenig Daten' },
  status_missing_more: { 'en-US': 'and {count} more', de: 'und {count} weitere' },
})
