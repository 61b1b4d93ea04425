import { texts } from '../texts/text.ts'

/** User settings: profile, credentials and display. */
export const userSettingsTexts = texts({
  settings: { 'en-US': 'Settings', de: 'Einstellungen' },
  settings_account: { 'en-US': 'Account', de: 'Konto' },
  settings_preferences: { 'en-US': 'Preferences', de: 'Darstellung' },
  settings_sign_ins: { 'en-US': 'Devices', de: 'Geräte' },
  settings_tokens: { 'en-US': 'API tokens', de: 'API-Token' },
  settings_since: { 'en-US': 'since {date}', de: 'seit {date}' },
  settings_family: { 'en-US': '{family} family', de: 'Familie {family}' },
  settings_demo_note: {
    'en-US': 'This account is shared. You can only change theme and language, on this device.',
    de: 'Dieses Konto wird geteilt. Sie können nur Design und Sprache ändern, auf diesem Gerät.',
  },
  change: { 'en-US': 'Change', de: 'Ändern' },
  done: { 'en-US': 'Done', de: 'Fertig' },
  saved: { 'en-US': 'Saved', de: 'Gespeichert' },
  settings_name: { 'en-US': 'Name', de: 'Name' },
  password_changed_on: { 'en-US': 'last changed {date}', de: 'zuletzt geändert am {date}' },
  password_never_changed: { 'en-US': 'never changed', de: 'nie geändert' },
  beta_features: { 'en-US': 'Beta features', de: 'Beta-Funktionen' },
  beta_features_note: {
    'en-US': 'On. You get new features first.',
    de: 'Ein. Sie erhalten neue Funktionen zuerst.',
  },

  change_name: { 'en-US': 'Change name', de: 'Name ändern' },
  change_username: { 'en-US': 'Change username', de: 'Benutzername ändern' },
  change_email: { 'en-US': 'Change email', de: 'E-Mail ändern' },
  change_password: { 'en-US': 'Change password', de: 'Passwort ändern' },
  current_password: { 'en-US': 'Current password', de: 'Aktuelles Passwort' },
  new_username: { 'en-US': 'New username', de: 'Neuer Benutzername' },
  new_email: { 'en-US': 'New email', de: 'Neue E-Mail' },
  code_or_backup: { 'en-US': 'One-time code or backup code', de: 'Einmalcode oder Ersatzcode' },
  password_changed: {
    'en-US': 'Password changed. You have been signed out on other devices.',
    de: 'Passwort geändert. Sie wurden auf anderen Geräten abgemeldet.',
  },
  change_password_note: {
    'en-US': 'You will be signed out on other devices.',
    de: 'Sie werden auf anderen Geräten abgemeldet.',
  },
  change_password_tokens_one: {
    'en-US': 'Your API token will stop working.',
    de: 'Ihr API-Token funktioniert danach nicht mehr.',
  },
  change_password_tokens_other: {
    'en-US': 'Your {count} API tokens will stop working.',
    de: 'Ihre {count} API-Token funktionieren danach nicht mehr.',
  },
  change_password_keep: { 'en-US': 'Keep my API tokens', de: 'Meine API-Token behalten' },
  confirm_password: { 'en-US': 'Confirm your password', de: 'Passwort bestätigen' },
  confirm_password_note: {
    'en-US': 'For your security, please enter it again. We will not ask again for ten minutes.',
    de: 'Bitte geben Sie es zu Ihrer Sicherheit erneut ein. Für zehn Minuten fragen wir nicht mehr danach.',
  },
  confirm: { 'en-US': 'Confirm', de: 'Bestätigen' },
  username_changed: { 'en-US': 'Username changed', de: 'Benutzername geändert' },
  email_link_sent_note: {
    'en-US': 'We have sent a link to {address}. Open it within an hour to change your address.',
    de: 'Wir haben einen Link an {address} gesendet. Öffnen Sie ihn innert einer Stunde, um Ihre Adresse zu ändern.',
  },
  change_email_note: {
    'en-US': 'We will send a link to the new address. Your current address stays until you open it.',
    de: 'Wir senden einen Link an die neue Adresse. Bis Sie ihn öffnen, gilt die bisherige.',
  },
  email_confirming_note: {
    'en-US': 'Your new address is being confirmed.',
    de: 'Ihre neue Adresse wird bestätigt.',
  },
  email_confirmed: { 'en-US': 'Email changed', de: 'E-Mail geändert' },
  email_confirmed_note: {
    'en-US': 'We will write to your new address from now on.',
    de: 'Ab jetzt schreiben wir an Ihre neue Adresse.',
  },
  email_taken_note: {
    'en-US': 'Someone else is using this address. Your current address stays.',
    de: 'Diese Adresse wird von jemand anderem verwendet. Ihre bisherige bleibt.',
  },
  email_link_used_note: {
    'en-US': 'This link has been used. Your address is already changed.',
    de: 'Dieser Link wurde schon verwendet. Ihre Adresse ist bereits geändert.',
  },
  go_on: { 'en-US': 'Continue', de: 'Weiter' },

  two_factor: { 'en-US': 'Two-factor authentication', de: 'Zwei-Faktor-Anmeldung' },
  two_factor_is_off: {
    'en-US': 'Off. Turn it on to enter a code from your phone at each sign-in.',
    de: 'Aus. Eingeschaltet geben Sie bei jeder Anmeldung einen Code von Ihrem Telefon ein.',
  },
  two_factor_is_on: { 'en-US': 'On', de: 'Ein' },
  two_factor_is_required: { 'en-US': 'On (required)', de: 'Ein (vorgeschrieben)' },
  two_factor_set_up: { 'en-US': 'Set up', de: 'Einrichten' },
  two_factor_turn_off: { 'en-US': 'Turn off', de: 'Ausschalten' },
  two_factor_step_start: { 'en-US': 'Start', de: 'Start' },
  two_factor_step_scan: { 'en-US': 'Scan', de: 'Scannen' },
  two_factor_step_code: { 'en-US': 'Code', de: 'Code' },
  two_factor_step_backup: { 'en-US': 'Backup', de: 'Ersatz' },
  two_factor_start_title: {
    'en-US': 'A code from your phone at each sign-in',
    de: 'Bei jeder Anmeldung ein Code von Ihrem Telefon',
  },
  two_factor_start_note: {
    'en-US': 'You need an authenticator app. It takes a minute. You will be signed out on other devices.',
    de: 'Sie brauchen eine Authenticator-App. Es dauert eine Minute. Auf anderen Geräten werden Sie abgemeldet.',
  },
  two_factor_required_note: {
    'en-US': 'Your account requires two-factor authentication.',
    de: 'Ihr Konto verlangt die Zwei-Faktor-Anmeldung.',
  },
  two_factor_start: { 'en-US': 'Start', de: 'Starten' },
  two_factor_not_now: { 'en-US': 'Not now', de: 'Nicht jetzt' },
  two_factor_scan_note: {
    'en-US': 'Scan this code with your authenticator app.',
    de: 'Scannen Sie diesen Code mit Ihrer Authenticator-App.',
  },
  two_factor_qr: {
    'en-US': 'QR code for your authenticator app; the key below is the same',
    de: 'QR-Code für Ihre Authenticator-App; der Schlüssel darunter ist derselbe',
  },
  two_factor_key: { 'en-US': 'Or enter this key', de: 'Oder geben Sie diesen Schlüssel ein' },
  two_factor_scanned: { 'en-US': 'I have scanned it', de: 'Ich habe ihn gescannt' },
  two_factor_code_note: {
    'en-US': 'Enter the 6 digits shown in the app.',
    de: 'Geben Sie die 6 Ziffern aus der App ein.',
  },
  two_factor_code_help: {
    'en-US': 'The code changes every 30 seconds.',
    de: 'Der Code wechselt alle 30 Sekunden.',
  },
  two_factor_activate: { 'en-US': 'Activate', de: 'Aktivieren' },
  two_factor_done: {
    'en-US': 'Two-factor authentication is on.',
    de: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet.',
  },
  backup_codes: { 'en-US': 'Backup codes', de: 'Ersatzcodes' },
  backup_codes_note: {
    'en-US':
      'Keep these ten codes in a safe place. Each works once if you lose your phone. They will not be shown again.',
    de: 'Bewahren Sie diese zehn Codes sicher auf. Jeder gilt einmal, falls Sie Ihr Telefon verlieren. Sie werden nicht wieder angezeigt.',
  },
  backup_codes_kept: { 'en-US': 'I have kept them', de: 'Ich habe sie aufbewahrt' },
  backup_codes_left_one: { 'en-US': '{count} left', de: 'Noch {count}' },
  backup_codes_left_other: { 'en-US': '{count} left', de: 'Noch {count}' },
  backup_codes_new: { 'en-US': 'New codes', de: 'Neue Codes' },
  backup_codes_new_note: {
    'en-US': 'Enter a code from your app. Your old backup codes will stop working.',
    de: 'Geben Sie einen Code aus Ihrer App ein. Die alten Ersatzcodes gelten dann nicht mehr.',
  },
  backup_codes_file: { 'en-US': 'Plumbline backup codes of {name}', de: 'Plumbline-Ersatzcodes von {name}' },
  download: { 'en-US': 'Download', de: 'Herunterladen' },
  two_factor_off_title: {
    'en-US': 'Turn off two-factor authentication',
    de: 'Zwei-Faktor-Anmeldung ausschalten',
  },
  two_factor_off_note: {
    'en-US': 'Enter a code from your app or a backup code.',
    de: 'Geben Sie einen Code aus Ihrer App oder einen Ersatzcode ein.',
  },
  two_factor_turned_off: {
    'en-US': 'Two-factor authentication is off. You have been signed out on other devices.',
    de: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet. Sie wurden auf anderen Geräten abgemeldet.',
  },

  theme_note: {
    'en-US': 'for this device and new devices',
    de: 'für dieses Gerät und neue Geräte',
  },
  theme_note_demo: { 'en-US': 'for this device', de: 'für dieses Gerät' },
  dark: { 'en-US': 'Dark', de: 'Dunkel' },
  light: { 'en-US': 'Light', de: 'Hell' },
  language_note: { 'en-US': 'for all screens and emails', de: 'für alle Ansichten und E-Mails' },
  calculation_currency: { 'en-US': 'Reporting currency', de: 'Berichtswährung' },
  calculation_currency_note: {
    'en-US': 'for all screens and reports',
    de: 'für alle Ansichten und Berichte',
  },
  default_period: { 'en-US': 'Period', de: 'Zeitraum' },
  default_period_note: {
    'en-US': 'shown after you sign in',
    de: 'nach der Anmeldung angezeigt',
  },
  period_custom: { 'en-US': 'Custom dates', de: 'Eigene Daten' },
  date_format: { 'en-US': 'Date format', de: 'Datumsformat' },
  number_format: { 'en-US': 'Number format', de: 'Zahlenformat' },
  number_format_by_language: { 'en-US': 'By language', de: 'Nach Sprache' },
  time_zone: { 'en-US': 'Time zone', de: 'Zeitzone' },
  time_zone_note: {
    'en-US': 'Sets “today” and when rules and reports run',
    de: 'Bestimmt «heute» und wann Regeln und Berichte laufen',
  },
  time_zone_browser: {
    'en-US': 'Taken from your browser at the first sign-in',
    de: 'Bei der ersten Anmeldung vom Browser übernommen',
  },
  page_size: { 'en-US': 'Rows per page', de: 'Zeilen pro Seite' },

  sign_ins_note: {
    'en-US': 'Devices where you are signed in. Signing one out takes effect at once.',
    de: 'Geräte, auf denen Sie angemeldet sind. Abmelden wirkt sofort.',
  },
  sign_in_here: { 'en-US': 'this device', de: 'dieses Gerät' },
  sign_in_used: { 'en-US': 'active {ago}', de: 'aktiv {ago}' },
  sign_in_since: { 'en-US': 'since {time}', de: 'seit {time}' },
  sign_in_ends: { 'en-US': 'expires {date} at the latest', de: 'läuft spätestens am {date} ab' },
  sign_in_end: { 'en-US': 'Sign out', de: 'Abmelden' },
  sign_in_end_named: { 'en-US': 'Sign out {client}', de: '{client} abmelden' },
  sign_ins_end_others: { 'en-US': 'Sign out all others', de: 'Alle anderen abmelden' },
  sign_ins_only_here: {
    'en-US': 'You are signed in on this device only.',
    de: 'Sie sind nur auf diesem Gerät angemeldet.',
  },
  sign_ins_ended_one: { 'en-US': '{count} device signed out', de: '{count} Gerät abgemeldet' },
  sign_ins_ended_other: { 'en-US': '{count} devices signed out', de: '{count} Geräte abgemeldet' },

  tokens_note: {
    'en-US': 'For your own scripts. A token never has more rights than you.',
    de: 'Für Ihre eigenen Programme. Ein Token hat nie mehr Rechte als Sie.',
  },
  tokens_none: { 'en-US': 'No API tokens', de: 'Keine API-Token' },
  tokens_none_note: {
    'en-US': 'Create one for a script that reads or posts on your behalf.',
    de: 'Erstellen Sie eines für ein Programm, das für Sie liest oder bucht.',
  },
  token_new: { 'en-US': 'New token', de: 'Neues Token' },
  token_create: { 'en-US': 'Create token', de: 'Token erstellen' },
  token_name: { 'en-US': 'Purpose', de: 'Zweck' },
  token_scope: { 'en-US': 'Access', de: 'Zugriff' },
  token_scope_read: { 'en-US': 'read', de: 'lesen' },
  token_scope_read_write: { 'en-US': 'read and write', de: 'lesen und schreiben' },
  token_expires: { 'en-US': 'Expires after', de: 'Läuft ab nach' },
  token_for_days: { 'en-US': '{count} days', de: '{count} Tagen' },
  token_for_a_year: { 'en-US': 'one year', de: 'einem Jahr' },
  token_no_expiry: { 'en-US': 'Never', de: 'Nie' },
  token_for_ever: { 'en-US': 'never expires', de: 'läuft nie ab' },
  token_until: { 'en-US': 'expires {date}', de: 'läuft am {date} ab' },
  token_ends_with_password: {
    'en-US': 'expires when the password changes',
    de: 'läuft mit einem neuen Passwort ab',
  },
  token_end_note: {
    'en-US': 'It also expires when you change your password, unless you choose to keep it.',
    de: 'Es läuft auch ab, wenn Sie Ihr Passwort ändern, ausser Sie behalten es dabei.',
  },
  token_never_used: { 'en-US': 'never used', de: 'nie verwendet' },
  token_made: {
    'en-US': 'Copy the token now. It will not be shown again.',
    de: 'Kopieren Sie das Token jetzt. Es wird nicht wieder angezeigt.',
  },
  token_value: { 'en-US': 'Token', de: 'Token' },
  token_revoke: { 'en-US': 'Revoke', de: 'Widerrufen' },
  token_revoke_named: { 'en-US': 'Revoke {name}', de: '{name} widerrufen' },
  token_revoke_question: { 'en-US': 'Revoke {name}?', de: '{name} widerrufen?' },
  token_revoke_note: {
    'en-US': 'Scripts that use it will stop working at once.',
    de: 'Programme, die es verwenden, funktionieren sofort nicht mehr.',
  },
})
