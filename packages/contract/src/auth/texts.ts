import { texts } from '../texts/text.ts'

/** Sign-in, one-time code, invitation, registration and lost passwords. */
export const loginTexts = texts({
  sign_in: { 'en-US': 'Sign in', de: 'Anmelden' },
  signing_in: { 'en-US': 'Signing in', de: 'Anmeldung läuft' },
  username: { 'en-US': 'Username', de: 'Benutzername' },
  username_hint: { 'en-US': 'To sign in. Your email works too.', de: 'Zum Anmelden. Ihre E-Mail geht auch.' },
  username_short: { 'en-US': 'At least 2 characters.', de: 'Mindestens 2 Zeichen.' },
  username_signs: {
    'en-US': 'Letters, digits, dot, dash and underscore.',
    de: 'Buchstaben, Ziffern, Punkt, Bindestrich und Unterstrich.',
  },
  password: { 'en-US': 'Password', de: 'Passwort' },
  forgot_password: { 'en-US': 'Forgot password?', de: 'Passwort vergessen?' },
  new_here: { 'en-US': 'New here?', de: 'Neu hier?' },
  create_an_account: { 'en-US': 'Create an account', de: 'Konto erstellen' },
  back_to_sign_in: { 'en-US': 'Back to sign in', de: 'Zurück zur Anmeldung' },
  recent_sign_ins: { 'en-US': 'Recent sign-ins', de: 'Letzte Anmeldungen' },
  forget_sign_in: { 'en-US': 'Forget {name}', de: '{name} vergessen' },
  demo_hint: {
    'en-US': 'This is a demo. Sign in as one of',
    de: 'Das ist eine Demo. Melden Sie sich an als',
  },

  code_title: { 'en-US': 'One-time code', de: 'Einmalcode' },
  code_note: {
    'en-US': 'Enter the 6 digits from your authenticator app for {name}.',
    de: 'Geben Sie die 6 Ziffern aus Ihrer Authenticator-App für {name} ein.',
  },
  code_help: {
    'en-US': 'The code is checked as soon as the sixth digit is in.',
    de: 'Der Code wird geprüft, sobald die sechste Ziffer eingegeben ist.',
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
    'en-US': 'Use an address such as name@example.com.',
    de: 'Eine Adresse wie name@example.com verwenden.',
  },
  field_required: { 'en-US': 'Please fill this in.', de: 'Bitte ausfüllen.' },
  repeat_password: { 'en-US': 'Repeat it', de: 'Wiederholen' },
  password_short: { 'en-US': 'At least 8 characters.', de: 'Mindestens 8 Zeichen.' },
  password_good: { 'en-US': 'Good. {count} characters.', de: 'Gut. {count} Zeichen.' },
  password_longer_is_better: {
    'en-US': '{count} characters. Longer is better.',
    de: '{count} Zeichen. Länger ist besser.',
  },

  register_note: { 'en-US': 'You get a family of your own.', de: 'Sie erhalten eine eigene Familie.' },
  register_submit: { 'en-US': 'Create account', de: 'Konto erstellen' },
  register_link_note: {
    'en-US': 'We send a link to your email. It works for 24 hours.',
    de: 'Wir senden einen Link an Ihre E-Mail. Er gilt 24 Stunden.',
  },
  have_an_account: { 'en-US': 'Have an account?', de: 'Haben Sie ein Konto?' },
  registration_closed: { 'en-US': 'By invitation only', de: 'Nur auf Einladung' },
  registration_closed_note: {
    'en-US': 'Ask your account manager for an invitation, then open the link in it.',
    de: 'Bitten Sie Ihren Kundenberater um eine Einladung und öffnen Sie den Link darin.',
  },
  link_sent: { 'en-US': 'Look in your inbox', de: 'Sehen Sie in Ihr Postfach' },
  link_sent_note: {
    'en-US': 'If {address} can be used, a link is on its way. It works for 24 hours.',
    de: 'Wenn {address} verwendet werden kann, ist ein Link unterwegs. Er gilt 24 Stunden.',
  },
  reset_sent_note: {
    'en-US': 'If {address} is known here, a link to set a new password is on its way.',
    de: 'Wenn {address} hier bekannt ist, ist ein Link für ein neues Passwort unterwegs.',
  },
  link_waiting: {
    'en-US': 'Ask an administrator for the link',
    de: 'Fragen Sie einen Administrator nach dem Link',
  },
  link_waiting_note: {
    'en-US':
      'No mail server is set up. If {address} can be used, the message with the link waits in the outbox, where an administrator can open it.',
    de: 'Es ist kein Mailserver eingerichtet. Wenn {address} verwendet werden kann, wartet die Nachricht mit dem Link im Postausgang, wo ein Administrator sie öffnen kann.',
  },
  use_another_email: { 'en-US': 'Use another email', de: 'Andere E-Mail verwenden' },
  use_another_name: {
    'en-US': 'Try another name or email',
    de: 'Anderen Namen oder andere E-Mail verwenden',
  },
  confirm_title: { 'en-US': 'One moment', de: 'Einen Moment' },
  confirm_note: { 'en-US': 'Your account is being opened.', de: 'Ihr Konto wird eröffnet.' },
  username_taken_note: {
    'en-US': 'The username you chose is taken. Choose another one.',
    de: 'Der gewählte Benutzername ist vergeben. Wählen Sie einen anderen.',
  },

  reset_title: { 'en-US': 'Forgot your password?', de: 'Passwort vergessen?' },
  reset_note: {
    'en-US': 'Enter your username or email. We send a link to set a new one.',
    de: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail ein. Wir senden einen Link für ein neues Passwort.',
  },
  username_or_email: { 'en-US': 'Username or email', de: 'Benutzername oder E-Mail' },
  reset_submit: { 'en-US': 'Send the link', de: 'Link senden' },
  new_password_title: { 'en-US': 'Set a new password', de: 'Neues Passwort setzen' },
  new_password_note: { 'en-US': 'All your sign-ins end.', de: 'Alle Ihre Anmeldungen enden.' },
  new_password: { 'en-US': 'New password', de: 'Neues Passwort' },
  save_password: { 'en-US': 'Save password', de: 'Passwort speichern' },
  password_saved: { 'en-US': 'Password saved', de: 'Passwort gespeichert' },
  password_saved_note: {
    'en-US': 'All sign-ins have ended. Sign in with the new one.',
    de: 'Alle Anmeldungen sind beendet. Melden Sie sich mit dem neuen an.',
  },

  invitation_title: { 'en-US': 'Join {family}', de: '{family} beitreten' },
  invitation_title_plain: { 'en-US': 'Join Plumbline', de: 'Plumbline beitreten' },
  first_admin_title: { 'en-US': 'Set up Plumbline', de: 'Plumbline einrichten' },
  invitation_valid_until: { 'en-US': 'The link works until {time}.', de: 'Der Link gilt bis {time}.' },
  invitation_two_factor: {
    'en-US': 'This family requires two-factor. You set it up next.',
    de: 'Diese Familie verlangt die Zwei-Faktor-Anmeldung. Sie richten sie als Nächstes ein.',
  },
  link_used: { 'en-US': 'Already done', de: 'Schon erledigt' },
  link_used_note: {
    'en-US': 'This link has been used. Sign in with the username you chose.',
    de: 'Dieser Link wurde schon verwendet. Melden Sie sich mit dem gewählten Benutzernamen an.',
  },
  invitation_submit: { 'en-US': 'Activate account', de: 'Konto aktivieren' },
  invalid_link_note: {
    'en-US': 'This link is no longer valid. Ask for a new one.',
    de: 'Dieser Link ist nicht mehr gültig. Bitten Sie um einen neuen.',
  },
  ask_for_new_link: { 'en-US': 'Ask for a new link', de: 'Neuen Link anfordern' },
})
