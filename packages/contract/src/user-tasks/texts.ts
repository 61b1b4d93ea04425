import { texts } from '../texts/text.ts'

/** Notification rules and their messages. */
export const taskTexts = texts({
  task_field_name: { 'en-US': 'Name', de: 'Name' },
  task_field_event_types: { 'en-US': 'Event types', de: 'Terminarten' },
  task_field_lookahead_date_offset: { 'en-US': 'Days ahead', de: 'Tage im Voraus' },
  task_field_accounts: { 'en-US': 'Accounts (all if empty)', de: 'Konten (alle, wenn leer)' },
  task_field_threshold: { 'en-US': 'Daily P&L above', de: 'Täglicher G/V über' },
  task_field_relativity: { 'en-US': 'Measured as', de: 'Gemessen als' },
  task_field_relativity_abs: { 'en-US': 'Amount', de: 'Betrag' },
  task_field_relativity_rel: { 'en-US': 'Share of value', de: 'Anteil am Wert' },
  task_field_report: { 'en-US': 'Report', de: 'Bericht' },
  task_field_cadence: { 'en-US': 'Frequency', de: 'Häufigkeit' },
  task_field_recipients: { 'en-US': 'Additional recipients', de: 'Weitere Empfänger' },
  task_field_actions: { 'en-US': 'Notify by', de: 'Benachrichtigung' },

  task_action_in_app: { 'en-US': 'In the app', de: 'In der App' },
  task_action_email: { 'en-US': 'By email', de: 'Per E-Mail' },
  cadence_daily: { 'en-US': 'Daily', de: 'Täglich' },
  cadence_weekly: { 'en-US': 'Weekly', de: 'Wöchentlich' },
  cadence_monthly: { 'en-US': 'Monthly', de: 'Monatlich' },
  cadence_quarterly: { 'en-US': 'Quarterly', de: 'Vierteljährlich' },
  cadence_yearly: { 'en-US': 'Yearly', de: 'Jährlich' },

  notification_event_title: { 'en-US': 'Upcoming: {event}', de: 'Bevorstehend: {event}' },
  notification_event_title_plural: { 'en-US': 'Upcoming: {event}', de: 'Bevorstehend: {event}' },
  notification_event_text: { 'en-US': '{name} on {date}', de: '{name} am {date}' },
  notification_event_estimated: { 'en-US': '(estimated)', de: '(geschätzt)' },
  notification_target_above_title: {
    'en-US': '{name} rose to {price}',
    de: '{name} ist auf {price} gestiegen',
  },
  notification_target_below_title: {
    'en-US': '{name} fell to {price}',
    de: '{name} ist auf {price} gefallen',
  },
  notification_target_text: {
    'en-US': 'Close of {date}: {close}',
    de: 'Schlusskurs vom {date}: {close}',
  },
  notification_target_unknown_title: {
    'en-US': '{name}: possible split that is not posted',
    de: '{name}: möglicher, nicht gebuchter Split',
  },
  notification_target_unknown_text: { 'en-US': 'target {price}', de: 'Ziel {price}' },
  notification_target_unknown_note: {
    'en-US': 'You will be notified if the target is reached once this is settled',
    de: 'Sobald dies geklärt ist, werden Sie benachrichtigt, falls das Ziel erreicht ist',
  },
  notification_move_gain_title: { 'en-US': 'Gain of {move}', de: 'Gewinn von {move}' },
  notification_move_loss_title: { 'en-US': 'Loss of {move}', de: 'Verlust von {move}' },
  notification_move_gain_corrected: {
    'en-US': 'Corrected: gain of {move}',
    de: 'Korrigiert: Gewinn von {move}',
  },
  notification_move_loss_corrected: {
    'en-US': 'Corrected: loss of {move}',
    de: 'Korrigiert: Verlust von {move}',
  },
  notification_move_text: { 'en-US': 'P&L on {date}: {pnl}', de: 'G/V vom {date}: {pnl}' },
  notification_move_before: { 'en-US': 'before: {pnl}', de: 'zuvor: {pnl}' },
  notification_move_value: { 'en-US': 'Net asset value {value}', de: 'Nettovermögen {value}' },
  notification_move_stale: {
    'en-US': 'Positions last priced more than a week ago: {count}',
    de: 'Positionen mit Kursen, die älter als eine Woche sind: {count}',
  },
  notification_move_stale_rate: {
    'en-US': 'Exchange rates older than a week: {names}',
    de: 'Wechselkurse, die älter als eine Woche sind: {names}',
  },
  notification_move_unknown_title: {
    'en-US': 'Daily P&L could not be checked',
    de: 'Tägliche G/V nicht prüfbar',
  },
  notification_move_unknown_text: {
    'en-US': 'P&L on {date} is unknown',
    de: 'G/V vom {date} unbekannt',
  },
  notification_move_missing_price: { 'en-US': 'No price', de: 'Kein Kurs' },
  notification_move_missing_rate: { 'en-US': 'No exchange rate', de: 'Kein Wechselkurs' },
  notification_move_unposted_split: {
    'en-US': 'Possible split that is not posted',
    de: 'Möglicher, nicht gebuchter Split',
  },
  notification_move_unknown_note: {
    'en-US': 'You will be notified of moves again once the data is complete',
    de: 'Bewegungen werden wieder gemeldet, sobald die Daten vollständig sind',
  },
  notification_breach_above_title: {
    'en-US': '{bucket} is above its band',
    de: '{bucket} liegt über der Bandbreite',
  },
  notification_breach_below_title: {
    'en-US': '{bucket} is below its band',
    de: '{bucket} liegt unter der Bandbreite',
  },
  notification_breach_text: {
    'en-US': '{weight} on {date}, target {target}, band {min} to {max}',
    de: '{weight} am {date}, Ziel {target}, Bandbreite {min} bis {max}',
  },
  notification_breach_drift: {
    'en-US': 'drift {points} pp, {money}',
    de: 'Abweichung {points} Pp., {money}',
  },
  notification_breach_unknown_title: {
    'en-US': 'Bands could not be checked',
    de: 'Bandbreiten nicht prüfbar',
  },
  notification_breach_unknown_text: {
    'en-US': 'Weights on {date} are unknown',
    de: 'Gewichte am {date} unbekannt',
  },
  notification_breach_unknown_note: {
    'en-US': 'You will be notified of breaches again once the split is posted or rejected',
    de: 'Verletzungen werden wieder gemeldet, sobald der Split gebucht oder verworfen ist',
  },
  notification_report_title: { 'en-US': '{name} is ready', de: '{name} ist bereit' },
  notification_report_text: { 'en-US': '{from} to {to}', de: '{from} bis {to}' },
  notification_integration_title: { 'en-US': '{name} failed', de: '{name} ist fehlgeschlagen' },

  mail_notification_subject: { 'en-US': 'Your notifications', de: 'Ihre Benachrichtigungen' },
  mail_notification_text: {
    'en-US': 'You receive this because of your rules in Plumbline. Change them under Notifications.',
    de: 'Sie erhalten dies wegen Ihrer Regeln in Plumbline. Ändern Sie diese unter Benachrichtigungen.',
  },
  mail_scheduled_report_subject: { 'en-US': 'Your report is ready', de: 'Ihr Bericht ist bereit' },
  mail_scheduled_report_text: {
    'en-US':
      'The report ‘{name}’ of the family {family} is ready: {from} to {to}. {attached}\n\n{link}\n\nYou get this because of your rule ‘{rule}’.',
    de: 'Der Bericht «{name}» der Familie {family} ist bereit: {from} bis {to}. {attached}\n\n{link}\n\nSie erhalten dies wegen Ihrer Regel «{rule}».',
  },
  mail_shared_report_subject: { 'en-US': 'A report for you', de: 'Ein Bericht für Sie' },
  mail_shared_report_text: {
    'en-US':
      '{sender} ({address}) sends you the report ‘{name}’ of the family {family}: {from} to {to}. It is attached.',
    de: '{sender} ({address}) sendet Ihnen den Bericht «{name}» der Familie {family}: {from} bis {to}. Er ist angehängt.',
  },
  mail_report_attached: { 'en-US': 'It is attached.', de: 'Er ist angehängt.' },
  mail_report_too_large: {
    'en-US': 'It is too large for an email. Download it here:',
    de: 'Er ist zu gross für eine E-Mail. Laden Sie ihn hier herunter:',
  },
  mail_pause: {
    'en-US': 'Stop these emails with one click. The rules stay, and you can turn the emails on again:',
    de: 'Diese E-Mails mit einem Klick anhalten. Die Regeln bleiben, und Sie können die E-Mails wieder einschalten:',
  },
  digest_subject: { 'en-US': '{count} notifications, {date}', de: '{count} Benachrichtigungen, {date}' },
  digest_rule: { 'en-US': 'Rule: {name}', de: 'Regel: {name}' },
})
