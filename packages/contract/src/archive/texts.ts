import { texts } from '../texts/text.ts'

/** Archives of a family: their content, and what a restore writes. */
export const archiveTexts = texts({
  archive_download: { 'en-US': 'Download all data', de: 'Alle Daten herunterladen' },
  archive_recognised: { 'en-US': 'Archive of a family', de: 'Archiv einer Familie' },
  archive_admins_only: {
    'en-US': 'An archive creates a new family, which only administrators can do. Nothing was sent.',
    de: 'Aus einem Archiv entsteht eine neue Familie. Das können nur Administratoren. Es wurde nichts gesendet.',
  },
  archive_all_or_nothing: {
    'en-US': 'The whole archive is restored as a new family, or nothing.',
    de: 'Das ganze Archiv wird als neue Familie wiederhergestellt, oder nichts.',
  },
  archive_made_at: { 'en-US': 'Created {moment}', de: 'Erstellt {moment}' },
  archive_accounts: { 'en-US': 'Accounts', de: 'Konten' },
  archive_transactions: { 'en-US': 'Transactions, all versions', de: 'Transaktionen, alle Versionen' },
  archive_instruments: { 'en-US': 'Instruments', de: 'Instrumente' },
  archive_prices: { 'en-US': 'Prices and rates', de: 'Kurse und Wechselkurse' },
  archive_transactions_in_one: { 'en-US': '{count} transaction', de: '{count} Transaktion' },
  archive_transactions_in_other: { 'en-US': '{count} transactions', de: '{count} Transaktionen' },
  archive_new_custodians: {
    'en-US': 'New custodians: {names}',
    de: 'Neue Depotbanken: {names}',
  },
  archive_market: { 'en-US': 'Market data', de: 'Marktdaten' },
  archive_instruments_shared_one: {
    'en-US': '{count} instrument added for everyone',
    de: '{count} Instrument für alle hinzugefügt',
  },
  archive_instruments_shared_other: {
    'en-US': '{count} instruments added for everyone',
    de: '{count} Instrumente für alle hinzugefügt',
  },
  archive_instruments_private_one: {
    'en-US': '{count} instrument added for this family only',
    de: '{count} Instrument nur für diese Familie hinzugefügt',
  },
  archive_instruments_private_other: {
    'en-US': '{count} instruments added for this family only',
    de: '{count} Instrumente nur für diese Familie hinzugefügt',
  },
  archive_instruments_existing_one: {
    'en-US': '{count} instrument already here, with its prices',
    de: '{count} Instrument schon vorhanden, mit seinen Kursen',
  },
  archive_instruments_existing_other: {
    'en-US': '{count} instruments already here, with their prices',
    de: '{count} Instrumente schon vorhanden, mit ihren Kursen',
  },
  archive_more_one: { 'en-US': 'and {count} more', de: 'und {count} weiteres' },
  archive_more_other: { 'en-US': 'and {count} more', de: 'und {count} weitere' },
  archive_prices_written: { 'en-US': 'Prices', de: 'Kurse' },
  archive_rates_written: { 'en-US': 'Exchange rates', de: 'Wechselkurse' },
  archive_range: { 'en-US': '{count}, {from} – {to}', de: '{count}, {from} – {to}' },
  archive_sets_as_of: {
    'en-US': 'There are no prices yet. Figures of all families will end on {date}.',
    de: 'Es gibt noch keine Kurse. Die Zahlen aller Familien enden dann am {date}.',
  },
  archive_add_market_data: {
    'en-US': 'Add instruments and rates this installation does not have, for all families',
    de: 'Fehlende Instrumente und Wechselkurse für alle Familien hinzufügen',
  },
  archive_add_market_data_help: {
    'en-US': 'Choose this to move to a new installation, and only for archives you trust.',
    de: 'Für den Umzug auf eine neue Installation, und nur bei Archiven, denen Sie vertrauen.',
  },
  archive_not_restored: { 'en-US': 'Not restored', de: 'Nicht wiederhergestellt' },
  archive_not_restored_row: {
    'en-US': '{what}: {count} ({names}). {reason}',
    de: '{what}: {count} ({names}). {reason}',
  },
  archive_kind_price: { 'en-US': 'Prices', de: 'Kurse' },
  archive_kind_rate: { 'en-US': 'Exchange rates', de: 'Wechselkurse' },
  archive_kind_split: { 'en-US': 'Splits', de: 'Splits' },
  archive_kind_event: { 'en-US': 'Events', de: 'Ereignisse' },
  archive_reason_kept_here: {
    'en-US': 'This installation keeps its own.',
    de: 'Diese Installation behält ihre eigenen.',
  },
  archive_reason_not_added: {
    'en-US': 'Exchange rates are shared by all families.',
    de: 'Wechselkurse gelten für alle Familien.',
  },
  archive_reason_date: {
    'en-US': 'The date is invalid or in the future.',
    de: 'Das Datum ist ungültig oder liegt in der Zukunft.',
  },
  archive_reason_value: {
    'en-US': 'The value is not a plausible positive number.',
    de: 'Der Wert ist keine plausible positive Zahl.',
  },
  archive_reason_currency: { 'en-US': 'The currency is unknown.', de: 'Die Währung ist unbekannt.' },
  archive_strategies: { 'en-US': 'Strategies', de: 'Strategien' },
  archive_tickers: { 'en-US': 'Watchlist tickers', de: 'Watchlist-Titel' },
  archive_templates: { 'en-US': 'Saved filters', de: 'Gespeicherte Filter' },
  archive_reports: { 'en-US': 'Reports', de: 'Berichte' },
  archive_rules: { 'en-US': 'Notification rules', de: 'Benachrichtigungsregeln' },
  archive_benchmarks: { 'en-US': 'Benchmarks', de: 'Benchmarks' },
  archive_targets: { 'en-US': 'Target allocations', de: 'Zielallokationen' },
  archive_client_tasks: { 'en-US': 'Tasks and notes', de: 'Aufgaben und Notizen' },
  archive_new_name: { 'en-US': 'Name of the new family', de: 'Name der neuen Familie' },
  archive_new_name_help: {
    'en-US': 'Its strategies, tickers, filters, reports and rules become yours.',
    de: 'Die Strategien, Titel, Filter, Berichte und Regeln darin gehören dann Ihnen.',
  },
  archive_name_taken: {
    'en-US': 'A family with this name exists. Choose another name.',
    de: 'Eine Familie mit diesem Namen besteht bereits. Wählen Sie einen anderen Namen.',
  },
  archive_restore: { 'en-US': 'Restore', de: 'Wiederherstellen' },
  archive_restoring_one: {
    'en-US': '{count} transaction is being restored …',
    de: '{count} Transaktion wird wiederhergestellt …',
  },
  archive_restoring_other: {
    'en-US': '{count} transactions are being restored; long histories take a minute …',
    de: '{count} Transaktionen werden wiederhergestellt; lange Verläufe dauern eine Minute …',
  },
  archive_restored: { 'en-US': '{name} restored', de: '{name} wiederhergestellt' },
  archive_rules_paused: {
    'en-US': 'Its notification rules are paused until you turn them on.',
    de: 'Ihre Benachrichtigungsregeln sind pausiert, bis Sie sie einschalten.',
  },
  archive_left_out_already_there: {
    'en-US': '{what}: {count} left out, because you have them already.',
    de: '{what}: {count} ausgelassen, weil Sie sie schon haben.',
  },
  archive_left_out_unusable: {
    'en-US': '{what}: {count} left out, because they cannot be used here.',
    de: '{what}: {count} ausgelassen, weil sie hier nicht zu gebrauchen sind.',
  },
  archive_see_family: { 'en-US': 'See this family', de: 'Diese Familie ansehen' },
  archive_trouble_none: {
    'en-US': 'This is not a Plumbline archive, or it is incomplete.',
    de: 'Das ist kein Plumbline-Archiv, oder es ist unvollständig.',
  },
  archive_trouble_version: {
    'en-US': 'This archive has version {version}, which this installation does not know.',
    de: 'Dieses Archiv hat die Version {version}, die diese Installation nicht kennt.',
  },
  archive_trouble_missing: {
    'en-US': '{file} is missing in this archive. Nothing was restored.',
    de: 'In diesem Archiv fehlt {file}. Nichts wurde wiederhergestellt.',
  },
  archive_trouble_broken: {
    'en-US': '{file} in this archive is damaged. Nothing was restored.',
    de: '{file} in diesem Archiv ist beschädigt. Nichts wurde wiederhergestellt.',
  },
  archive_trouble_too_large: {
    'en-US':
      'This archive is too large: more than 1 GB unpacked, or more than 5 million prices. Nothing was restored.',
    de: 'Dieses Archiv ist zu gross: entpackt über 1 GB oder mehr als 5 Millionen Kurse. Nichts wurde wiederhergestellt.',
  },
  archive_trouble_unfitting: {
    'en-US': '{file} is inconsistent with the rest of this archive. Nothing was restored.',
    de: '{file} passt nicht zum Rest dieses Archivs. Nichts wurde wiederhergestellt.',
  },
  archive_begun: {
    'en-US': 'The family’s data is being packed…',
    de: 'Die Daten der Familie werden gepackt …',
  },
})
