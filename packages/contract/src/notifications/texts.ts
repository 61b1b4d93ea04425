import { texts } from '../texts/text.ts'

/** Notification rules, and the inbox of notifications. */
export const notificationTexts = texts({
  notices_title: { 'en-US': 'Notifications', de: 'Benachrichtigungen' },
  notices_unread_one: { 'en-US': 'Notifications, {count} new', de: 'Benachrichtigungen, {count} neue' },
  notices_unread_other: { 'en-US': 'Notifications, {count} new', de: 'Benachrichtigungen, {count} neue' },
  notices_inbox: { 'en-US': 'Inbox', de: 'Eingang' },
  notices_rules: { 'en-US': 'Rules', de: 'Regeln' },
  notices_all: { 'en-US': 'All', de: 'Alle' },
  notices_only_unread: { 'en-US': 'Unread', de: 'Ungelesen' },
  notices_shown: { 'en-US': 'Shown notifications', de: 'Angezeigte Benachrichtigungen' },
  notices_mark_all: { 'en-US': 'Mark all read', de: 'Alle als gelesen markieren' },
  notices_mark: { 'en-US': 'Mark {name} as read', de: '{name} als gelesen markieren' },
  notices_new: { 'en-US': 'new', de: 'neu' },
  notices_from_rule: { 'en-US': 'Rule: {name}', de: 'Regel: {name}' },
  notices_download: { 'en-US': 'Download', de: 'Herunterladen' },
  notices_empty: { 'en-US': 'Nothing to tell', de: 'Nichts zu melden' },
  notices_empty_note: {
    'en-US': 'What your rules find, and prints and exports that are ready, stand here.',
    de: 'Was Ihre Regeln finden und was an Drucken und Exporten bereit ist, steht hier.',
  },
  notices_working: { 'en-US': 'Under way', de: 'In Arbeit' },
  notices_cancel_job: { 'en-US': 'Cancel {name}', de: '{name} abbrechen' },

  rules_new: { 'en-US': 'New rule', de: 'Neue Regel' },
  rules_on: { 'en-US': '{count} of {all} on', de: '{count} von {all} aktiv' },
  rules_switch: { 'en-US': '{name} is on', de: '{name} ist aktiv' },
  rules_kind: { 'en-US': 'Kind', de: 'Art' },
  rules_days_before_one: { 'en-US': '{count} day before', de: '{count} Tag vorher' },
  rules_days_before_other: { 'en-US': '{count} days before', de: '{count} Tage vorher' },
  rules_next: { 'en-US': 'Next: {date}.', de: 'Nächstes Mal: {date}.' },
  rules_last: { 'en-US': 'Last checked {date}.', de: 'Zuletzt geprüft: {date}.' },
  rules_paused: {
    'en-US': 'Paused: no notifications until it is switched on.',
    de: 'Pausiert: Sie meldet nichts, bis sie eingeschaltet wird.',
  },
  rules_mail_paused: {
    'en-US': 'Its mails are paused by the link in a mail. Save the rule to get them again.',
    de: 'Ihre E-Mails sind über den Link in einer E-Mail angehalten. Speichern Sie die Regel, um sie wieder zu erhalten.',
  },
  rules_recipients_paused: {
    'en-US': 'Mails stopped by the recipient: {addresses}.',
    de: 'Vom Empfänger angehaltene E-Mails: {addresses}.',
  },
  rules_targets_note: {
    'en-US': 'Price targets are set in the watchlist. A close that crosses one notifies you.',
    de: 'Kursziele legen Sie in der Watchlist fest. Ein Schlusskurs, der eines durchquert, wird gemeldet.',
  },
  rules_no_reports: {
    'en-US': 'There is no report yet. Make one under Reports first.',
    de: 'Es gibt noch keinen Bericht. Legen Sie zuerst einen unter Berichte an.',
  },
  rules_percent: { 'en-US': 'In percent', de: 'In Prozent' },
  rules_emails_help: { 'en-US': 'Separated by commas', de: 'Durch Kommas getrennt' },
  rules_needed: { 'en-US': 'This is needed.', de: 'Das wird gebraucht.' },
  rules_no_number: { 'en-US': 'Enter a number.', de: 'Geben Sie eine Zahl ein.' },
  rules_delete: { 'en-US': 'Delete rule', de: 'Regel löschen' },
  rules_delete_question: { 'en-US': 'Delete {name}?', de: '{name} löschen?' },
  rules_delete_note: {
    'en-US':
      'It will not notify you any more. Its notifications stay in the inbox. To stop it for a while, pause it.',
    de: 'Sie meldet nichts mehr. Ihre Meldungen bleiben im Eingang. Um sie eine Weile anzuhalten, pausieren Sie sie.',
  },
  rules_deleted: { 'en-US': '{name} was deleted', de: '{name} wurde gelöscht' },
  rules_empty: { 'en-US': 'No rules yet', de: 'Noch keine Regeln' },
  rules_empty_note: {
    'en-US':
      'A rule tells you of coupons and expiries ahead, of large moves, of price targets, and prints reports on schedule.',
    de: 'Eine Regel meldet bevorstehende Coupons und Verfalltermine, große Bewegungen und Kursziele und druckt Berichte nach Plan.',
  },

  pause_mail_title: { 'en-US': 'Stop these mails?', de: 'Diese E-Mails anhalten?' },
  pause_mail_note: {
    'en-US': 'You will get no more mails of the rules this mail was about. The rules themselves stay.',
    de: 'Sie erhalten keine E-Mails mehr von den Regeln, um die es in dieser E-Mail ging. Die Regeln selbst bleiben.',
  },
  pause_mail_button: { 'en-US': 'Stop mails', de: 'E-Mails anhalten' },
  pause_mail_done: { 'en-US': 'Mails stopped', de: 'E-Mails angehalten' },
  pause_mail_done_note: {
    'en-US': 'Owners of a rule can switch its mails on again under Notifications.',
    de: 'Wem eine Regel gehört, kann ihre E-Mails unter Benachrichtigungen wieder einschalten.',
  },
})
