import { texts } from './text.ts'

/** The sources that data comes from, as administrators see them, and what their runs have to tell. */
export const sourceTexts = texts({
  source_trouble_unreachable: { 'en-US': '{host} cannot be reached.', de: '{host} ist nicht erreichbar.' },
  source_trouble_too_slow: { 'en-US': '{host} takes too long.', de: '{host} braucht zu lange.' },
  source_trouble_http_status: {
    'en-US': '{host} answers with {status}.',
    de: '{host} antwortet mit {status}.',
  },
  source_trouble_key_refused: {
    'en-US': '{host} refuses the key ({status}).',
    de: '{host} nimmt den Schlüssel nicht an ({status}).',
  },
  source_trouble_too_many: {
    'en-US': '{host} asks to be left alone for a while.',
    de: '{host} bittet um eine Pause.',
  },
  source_trouble_too_large: {
    'en-US': 'The answer of {host} is too large.',
    de: 'Die Antwort von {host} ist zu groß.',
  },
  source_trouble_wrong_type: {
    'en-US': '{host} answers with something else ({type}).',
    de: '{host} antwortet mit etwas anderem ({type}).',
  },
  source_trouble_unreadable: { 'en-US': 'The answer cannot be read.', de: 'Die Antwort ist nicht lesbar.' },
  source_trouble_redirected: {
    'en-US': '{host} sends us elsewhere. Check its address.',
    de: '{host} verweist woandershin. Prüfen Sie die Adresse.',
  },
  source_trouble_unknown_symbol: { 'en-US': 'unknown to the provider', de: 'beim Anbieter unbekannt' },
  source_trouble_other_currency: {
    'en-US': 'quoted in {found}, not in {expected}',
    de: 'in {found} notiert, nicht in {expected}',
  },
  source_trouble_server_ended: {
    'en-US': 'The server ended before the run did.',
    de: 'Der Server endete vor dem Lauf.',
  },
  source_trouble_stopped: { 'en-US': 'Stopped.', de: 'Angehalten.' },
  source_nothing_mapped: {
    'en-US': 'No instrument has an identifier of this provider yet.',
    de: 'Noch kein Instrument hat eine Kennung dieses Anbieters.',
  },
  source_missing_series: { 'en-US': '{name}: {reason}', de: '{name}: {reason}' },
  source_missing_more: { 'en-US': 'and {count} more', de: 'und {count} weitere' },
  source_flag_price_jump: {
    'en-US': '{name}: {change} on {date}',
    de: '{name}: {change} am {date}',
  },
  source_flag_split_not_booked: {
    'en-US': '{name}: split {change} of {date} is not booked',
    de: '{name}: Split {change} vom {date} ist nicht gebucht',
  },
  source_flag_price_old: {
    'en-US': '{name}: no price since {date}',
    de: '{name}: kein Kurs seit {date}',
  },
})
