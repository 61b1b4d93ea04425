import { texts } from '../texts/text.ts'

/** Notification rules and their messages. */
export const taskTexts = texts({
  task_field_name: { 'en-US': 'Name', de: 'Name' },
  task_field_event_types: { 'en-US': 'Kinds of event', de: 'Arten von Terminen' },
  task_field_lookahead_date_offset: { 'en-US': 'Days ahead', de: 'Tage im Voraus' },
  task_field_accounts: { 'en-US': 'Accounts (none for all)', de: 'Konten (keines für alle)' },
  task_field_threshold: { 'en-US': 'Threshold', de: 'Schwelle' },
  task_field_relativity: { 'en-US': 'Measured as', de: 'Gemessen als' },
  task_field_relativity_abs: { 'en-US': 'Amount', de: 'Betrag' },
  task_field_relativity_rel: { 'en-US': 'Fraction of the value', de: 'Anteil am Wert' },
  task_field_report: { 'en-US': 'Report', de: 'Bericht' },
  task_field_cadence: { 'en-US': 'How often', de: 'Wie oft' },
  task_field_recipients: { 'en-US': 'Also to these addresses', de: 'Auch an diese Adressen' },
  task_field_actions: { 'en-US': 'Tell me', de: 'Benachrichtigung' },

  task_action_in_app: { 'en-US': 'In the app', de: 'In der Anwendung' },
  task_action_email: { 'en-US': 'By e-mail', de: 'Per E-Mail' },
  cadence_daily: { 'en-US': 'Daily', de: 'Täglich' },
  cadence_weekly: { 'en-US': 'Weekly', de: 'Wöchentlich' },
  cadence_monthly: { 'en-US': 'Monthly', de: 'Monatlich' },
  cadence_quarterly: { 'en-US': 'Quarterly', de: 'Vierteljährlich' },
  cadence_yearly: { 'en-US': 'Yearly', de: 'Jährlich' },

  notification_event_title: { 'en-US': '{event} ahead', de: '{event} steht bevor' },
  notification_event_text: { 'en-US': '{name} on {date}', de: '{name} am {date}' },
  notification_target_above_title: {
    'en-US': '{name} rose to {price}',
    de: '{name} ist auf {price} gestiegen',
  },
  notification_target_below_title: {
    'en-US': '{name} fell to {price}',
    de: '{name} ist auf {price} gefallen',
  },
  notification_target_text: {
    'en-US': 'Close of {date}: {close} {currency}. {note}',
    de: 'Schluss vom {date}: {close} {currency}. {note}',
  },
  notification_move_gain_title: { 'en-US': 'A gain of {move}', de: 'Ein Gewinn von {move}' },
  notification_move_loss_title: { 'en-US': 'A loss of {move}', de: 'Ein Verlust von {move}' },
  notification_move_text: {
    'en-US': 'On {date}, net asset value {value}',
    de: 'Am {date}, Nettovermögen {value}',
  },
  notification_report_title: { 'en-US': '{name} is ready', de: '{name} ist bereit' },
  notification_report_text: { 'en-US': '{from} to {to}', de: '{from} bis {to}' },
  notification_integration_title: { 'en-US': '{name} failed', de: '{name} ist fehlgeschlagen' },

  mail_notification_subject: {
    'en-US': 'A notification from Plumbline',
    de: 'Eine Benachrichtigung von Plumbline',
  },
  mail_notification_text: {
    'en-US':
      '{title}\n\n{text}\n\n{link}\n\nYou get this because of your rule ‘{rule}’. Pause or delete it under Notifications.',
    de: '{title}\n\n{text}\n\n{link}\n\nSie erhalten dies wegen Ihrer Regel «{rule}». Pausieren oder löschen Sie sie unter Benachrichtigungen.',
  },
})
