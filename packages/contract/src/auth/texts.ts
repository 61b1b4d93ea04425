import { texts } from '../texts/text.ts'

/** Sign-in, one-time code, invitation, registration and lost passwords. */
export const loginTexts = texts({
  sign_in: { 'en-US': 'Sign in', de: 'Anmelden' },
  signing_in: { 'en-US': 'Signing in', de: 'Anmeldung läuft' },
  username: { 'en-US': 'Username', de: 'Benutzername' },
  username_hint: {
    'en-US': 'For signing in. Your email works too.',
    de: 'Zum Anmelden. Ihre E-Mail-Adresse geht auch.',
  },
  username_short: { 'en-US': 'At least 2 characters.', de: 'Mindestens 2 Zeichen.' },
  username_signs: {
    'en-US': 'Use letters, digits, dots, dashes and underscores.',
    de: 'Verwenden Sie Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  },
  password: { 'en-US': 'Password', de: 'Passwort' },
  forgot_password: { 'en-US': 'Forgot password?', de: 'Passwort vergessen?' },
  new_here: { 'en-US': 'New here?', de: 'Neu hier?' },
  create_an_account: { 'en-US': 'Create an account', de: 'Konto erstellen' },
  back_to_sign_in: { 'en-US': 'Back to sign in', de: 'Zurück zur Anmeldung' },
  recent_sign_ins: { 'en-US': 'Recent sign-ins', de: 'Letzte Anmeldungen' },
  forget_sign_in: { 'en-US': 'Remove {name} from this list', de: '{name} aus der Liste entfernen' },
  demo_hint: {
    'en-US': 'This is a demo. Sign in as',
    de: 'Das ist eine Demo. Melden Sie sich an als',
  },

  code_title: { 'en-US': 'One-time code', de: 'Einmalcode' },
  code_note: {
    'en-US': 'Enter the 6 digits from your authenticator app for {name}.',
    de: 'Geben Sie die 6 Ziffern aus Ihrer Authenticator-App für {name} ein.',
  },
  code_help: {
    'en-US': 'The code is checked once you enter the sixth digit.',
    de: 'Der Code wird nach der sechsten Ziffer geprüft.',
  },
  code_continue: { 'en-US': 'Continue', de: 'Weiter' },
  code_checking: { 'en-US': 'Checking the code', de: 'Code wird geprüft' },
  backup_code: { 'en-US': 'Backup code', de: 'Ersatzcode' },
  backup_code_note: {
    'en-US': 'Enter one of the backup codes of {name}. Each works once.',
    de: 'Geben Sie einen der Ersatzcodes von {name} ein. Jeder gilt einmal.',
  },
  use_backup_code: { 'en-US': 'Use a backup code', de: 'Ersatzcode verwenden' },
  use_app_code: { 'en-US': 'Use the app instead', de: 'Stattdessen die App verwenden' },

  your_name: { 'en-US': 'Your name', de: 'Ihr Name' },
  email: { 'en-US': 'Email', de: 'E-Mail' },
  email_invalid: {
    'en-US': 'Enter an email address such as name@example.com.',
    de: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  },
  field_required: { 'en-US': 'Required', de: 'Erforderlich' },
  repeat_password: { 'en-US': 'Confirm password', de: 'Passwort bestätigen' },
  password_short: { 'en-US': 'At least 8 characters.', de: 'Mindestens 8 Zeichen.' },
  password_good: { 'en-US': 'Good. {count} characters.', de: 'Gut. {count} Zeichen.' },
  password_longer_is_better: {
    'en-US': '{count} characters. Longer is better.',
    de: '{count} Zeichen. Länger ist besser.',
  },

  register_note: { 'en-US': 'You get your own family.', de: 'Sie erhalten eine eigene Familie.' },
  register_submit: { 'en-US': 'Create account', de: 'Konto erstellen' },
  register_link_note: {
    'en-US': 'We will email you a link. It is valid for 24 hours.',
    de: 'Wir senden Ihnen einen Link per E-Mail. Er gilt 24 Stunden.',
  },
  have_an_account: { 'en-US': 'Already have an account?', de: 'Haben Sie schon ein Konto?' },
  registration_closed: { 'en-US': 'By invitation only', de: 'Nur auf Einladung' },
  registration_closed_note: {
    'en-US': 'Ask your account manager for an invitation, then open the link in it.',
    de: 'Bitten Sie Ihren Kundenberater um eine Einladung und öffnen Sie den Link darin.',
  },
  link_sent: { 'en-US': 'Check your inbox', de: 'Prüfen Sie Ihr Postfach' },
  link_sent_note: {
    'en-US': 'If {address} can be used, a link is on its way. It is valid for 24 hours.',
    de: 'Wenn {address} verwendet werden kann, ist ein Link unterwegs. Er gilt 24 Stunden.',
  },
  reset_sent_note: {
    'en-US': 'If {address} is registered, a link to set a new password is on its way.',
    de: 'Wenn {address} registriert ist, ist ein Link für ein neues Passwort unterwegs.',
  },
  link_waiting: {
    'en-US': 'Ask an administrator for the link',
    de: 'Fragen Sie einen Administrator nach dem Link',
  },
  link_waiting_note: {
    'en-US':
      'No mail server is set up. If {address} can be used, an administrator finds the email with the link in the outbox.',
    de: 'Es ist kein Mailserver eingerichtet. Wenn {address} verwendet werden kann, findet ein Administrator die E-Mail mit dem Link im Postausgang.',
  },
  use_another_email: { 'en-US': 'Use another email', de: 'Andere E-Mail verwenden' },
  use_another_name: {
    'en-US': 'Try another name or email',
    de: 'Anderen Namen oder andere E-Mail verwenden',
  },
  confirm_title: { 'en-US': 'One moment', de: 'Einen Moment' },
  confirm_note: { 'en-US': 'Your account is being created.', de: 'Ihr Konto wird erstellt.' },
  username_taken_note: {
    'en-US': 'The username you chose is taken. Choose another one.',
    de: 'Der gewählte Benutzername ist vergeben. Wählen Sie einen anderen.',
  },

  reset_title: { 'en-US': 'Forgot your password?', de: 'Passwort vergessen?' },
  reset_note: {
    'en-US': 'Enter your username or email. We will send you a link to set a new password.',
    de: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail ein. Wir senden einen Link für ein neues Passwort.',
  },
  username_or_email: { 'en-US': 'Username or email', de: 'Benutzername oder E-Mail' },
  reset_submit: { 'en-US': 'Send link', de: 'Link senden' },
  new_password_title: { 'en-US': 'Set a new password', de: 'Neues Passwort setzen' },
  new_password_note: {
    'en-US': 'You will be signed out on all devices.',
    de: 'Sie werden auf allen Geräten abgemeldet.',
  },
  new_password: { 'en-US': 'New password', de: 'Neues Passwort' },
  save_password: { 'en-US': 'Save password', de: 'Passwort speichern' },
  password_saved: { 'en-US': 'Password saved', de: 'Passwort gespeichert' },
  password_saved_note: {
    'en-US': 'You have been signed out on all devices. Sign in with your new password.',
    de: 'Sie wurden auf allen Geräten abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
  },

  invitation_title: { 'en-US': 'Join {family}', de: '{family} beitreten' },
  invitation_title_plain: { 'en-US': 'Join Plumbline', de: 'Plumbline beitreten' },
  first_admin_title: { 'en-US': 'Set up Plumbline', de: 'Plumbline einrichten' },
  invitation_valid_until: { 'en-US': 'The link is valid until {time}.', de: 'Der Link gilt bis {time}.' },
  invitation_two_factor: {
    'en-US': 'This family requires two-factor authentication. You set it up next.',
    de: 'Diese Familie verlangt die Zwei-Faktor-Anmeldung. Sie richten sie als Nächstes ein.',
  },
  link_used: { 'en-US': 'Already done', de: 'Schon erledigt' },
  link_used_note: {
    'en-US': 'This link has already been used. Sign in with the username you chose.',
    de: 'Dieser Link wurde bereits verwendet. Melden Sie sich mit dem gewählten Benutzernamen an.',
  },
  invitation_submit: { 'en-US': 'Activate account', de: 'Konto aktivieren' },
  invalid_link_note: {
    'en-US': 'This link is no longer valid. Ask for a new one.',
    de: 'Dieser Link ist nicht mehr gültig. Bitten Sie um einen neuen.',
  },
  ask_for_new_link: { 'en-US': 'Ask for a new link', de: 'Neuen Link anfordern' },
})
