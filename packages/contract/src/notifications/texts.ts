import { texts } from '../texts/text.ts'

/** Notification rules, and the inbox of notifications. */
export const notificationTexts = texts({
  notices_title: { 'en-US': 'Notifications', de: 'Benachrichtigungen' },
  notices_unread_one: { 'en-US': 'Notifications, {count} new', de: 'Benachrichtigungen, {count} neue' },
  notices_unread_other: { 'en-US': 'Notifications, {count} new', de: 'Benachrichtigungen, {count} neue' },
  notices_inbox: { 'en-US': 'Inbox', de: 'Posteingang' },
  notices_rules: { 'en-US': 'Rules', de: 'Regeln' },
  notices_all: { 'en-US': 'All', de: 'Alle' },
  notices_only_unread: { 'en-US': 'Unread', de: 'Ungelesen' },
  notices_shown: { 'en-US': 'Shown notifications', de: 'Angezeigte Benachrichtigungen' },
  notices_mark_all: { 'en-US': 'Mark all read', de: 'Alle als gelesen markieren' },
  notices_mark: { 'en-US': 'Mark {name} as read', de: '{name} als gelesen markieren' },
  notices_new: { 'en-US': 'new', de: 'neu' },
  notices_from_rule: { 'en-US': 'Rule: {name}', de: 'Regel: {name}' },
  notices_download: { 'en-US': 'Download', de: 'Herunterladen' },
  notices_empty: { 'en-US': 'No notifications', de: 'Keine Benachrichtigungen' },
  notices_empty_note: {
    'en-US': 'Notifications of your rules, and reports and exports that are ready, appear here.',
    de: 'Hier erscheinen Benachrichtigungen Ihrer Regeln sowie fertige Berichte und Exporte.',
  },
  notices_working: { 'en-US': 'In progress', de: 'In Arbeit' },
  notices_cancel_job: { 'en-US': 'Cancel {name}', de: '{name} abbrechen' },

  rules_new: { 'en-US': 'New rule', de: 'Neue Regel' },
  rules_on: { 'en-US': '{count} of {all} on', de: '{count} von {all} aktiv' },
  rules_switch: { 'en-US': '{name} is on', de: '{name} ist aktiv' },
  rules_kind: { 'en-US': 'Type', de: 'Art' },
  rules_days_before_one: { 'en-US': '{count} day before', de: '{count} Tag vorher' },
  rules_days_before_other: { 'en-US': '{count} days before', de: '{count} Tage vorher' },
  rules_next: { 'en-US': 'Next: {date}.', de: 'Nächstes Mal: {date}.' },
  rules_last: { 'en-US': 'Last checked {date}.', de: 'Zuletzt geprüft: {date}.' },
  rules_paused: {
    'en-US': 'Paused: no notifications until you turn it on.',
    de: 'Pausiert: keine Benachrichtigungen, bis Sie sie einschalten.',
  },
  rules_mail_paused: {
    'en-US': 'Its emails were paused by the link in an email. Save the rule to get them again.',
    de: 'Ihre E-Mails sind über den Link in einer E-Mail angehalten. Speichern Sie die Regel, um sie wieder zu erhalten.',
  },
  rules_recipients_paused: {
    'en-US': 'Emails paused by the recipient: {addresses}.',
    de: 'Vom Empfänger angehaltene E-Mails: {addresses}.',
  },
  rules_targets_note: {
    'en-US': 'Price targets are set in the watchlist. You are notified when a closing price crosses one.',
    de: 'Kursziele legen Sie in der Watchlist fest. Sie werden benachrichtigt, wenn ein Schlusskurs eines erreicht.',
  },
  rules_no_reports: {
    'en-US': 'There is no report yet. Create one under Reports first.',
    de: 'Es gibt noch keinen Bericht. Legen Sie zuerst einen unter Berichte an.',
  },
  rules_percent: { 'en-US': 'In percent', de: 'In Prozent' },
  rules_emails_help: { 'en-US': 'Separated by commas', de: 'Durch Kommas getrennt' },
  rules_needed: { 'en-US': 'Required', de: 'Erforderlich' },
  rules_no_number: { 'en-US': 'Enter a number.', de: 'Geben Sie eine Zahl ein.' },
  rules_delete: { 'en-US': 'Delete rule', de: 'Regel löschen' },
  rules_delete_question: { 'en-US': 'Delete {name}?', de: '{name} löschen?' },
  rules_delete_note: {
    'en-US':
      'It will not notify you any more. Its notifications stay in the inbox. You can also pause it instead.',
    de: 'Sie benachrichtigt Sie nicht mehr. Ihre Benachrichtigungen bleiben im Posteingang. Sie können sie stattdessen auch pausieren.',
  },
  rules_deleted: { 'en-US': '{name} deleted', de: '{name} gelöscht' },
  rules_empty: { 'en-US': 'No rules yet', de: 'Noch keine Regeln' },
  rules_empty_note: {
    'en-US':
      'Rules notify you of upcoming coupons and expiries, large moves and price targets, and create reports on schedule.',
    de: 'Regeln benachrichtigen Sie über bevorstehende Coupons und Verfalltermine, grosse Bewegungen und Kursziele und erstellen Berichte nach Plan.',
  },

  pause_mail_title: { 'en-US': 'Stop these emails?', de: 'Diese E-Mails anhalten?' },
  pause_mail_note: {
    'en-US': 'You will get no more emails from these rules. The rules themselves stay.',
    de: 'Sie erhalten keine E-Mails mehr von diesen Regeln. Die Regeln selbst bleiben.',
  },
  pause_mail_button: { 'en-US': 'Stop emails', de: 'E-Mails anhalten' },
  pause_mail_done: { 'en-US': 'Emails stopped', de: 'E-Mails angehalten' },
  pause_mail_done_note: {
    'en-US': 'The owner of a rule can turn its emails on again under Notifications.',
    de: 'Der Eigentümer einer Regel kann ihre E-Mails unter Benachrichtigungen wieder einschalten.',
  },
})
