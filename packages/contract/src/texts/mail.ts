import { texts } from './text.ts'

/** E-mails. Subjects contain no user input; {link} is replaced by the link. */
export const mailTexts = texts({
  mail_greeting: { 'en-US': 'Hello {name},', de: 'Guten Tag {name}' },
  mail_greeting_nameless: { 'en-US': 'Hello,', de: 'Guten Tag' },
  mail_footer: {
    'en-US': 'Plumbline, wealth analytics. This message was sent automatically.',
    de: 'Plumbline, Vermögensanalyse. Diese Nachricht wurde automatisch versandt.',
  },

  mail_invitation_subject: { 'en-US': 'You are invited to Plumbline', de: 'Einladung zu Plumbline' },
  mail_invitation_text: {
    'en-US':
      '{inviter} invites you to Plumbline. Choose a username and a password here:\n\n{link}\n\nThe link works once, for seven days.',
    de: '{inviter} lädt Sie zu Plumbline ein. Wählen Sie hier einen Benutzernamen und ein Passwort:\n\n{link}\n\nDer Link gilt sieben Tage und funktioniert einmal.',
  },
  mail_password_reset_subject: { 'en-US': 'Set a new password', de: 'Neues Passwort festlegen' },
  mail_password_reset_text: {
    'en-US':
      'Someone, hopefully you, asked for a new password for your Plumbline account. Set it here:\n\n{link}\n\nThe link works once, for 60 minutes. If it was not you, do nothing: your password stays as it is.',
    de: 'Jemand, hoffentlich Sie, hat für Ihr Plumbline-Konto ein neues Passwort angefordert. Legen Sie es hier fest:\n\n{link}\n\nDer Link gilt 60 Minuten und funktioniert einmal. Waren Sie es nicht, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
  },
  mail_registration_subject: {
    'en-US': 'Confirm your registration',
    de: 'Bestätigen Sie Ihre Registrierung',
  },
  mail_registration_text: {
    'en-US':
      'Someone, hopefully you, asked for a Plumbline account with this address. Confirm it here:\n\n{link}\n\nThe link works once, for 24 hours. If it was not you, do nothing: no account is created.',
    de: 'Jemand, hoffentlich Sie, hat mit dieser Adresse ein Plumbline-Konto beantragt. Bestätigen Sie es hier:\n\n{link}\n\nDer Link gilt 24 Stunden und funktioniert einmal. Waren Sie es nicht, tun Sie nichts: Es wird kein Konto angelegt.',
  },
  mail_registration_known_subject: {
    'en-US': 'You already have an account',
    de: 'Sie haben bereits ein Konto',
  },
  mail_registration_known_text: {
    'en-US':
      'Someone, hopefully you, asked for a Plumbline account with this address, which already has one. Sign in with it, or ask for a new password on the sign-in page.',
    de: 'Jemand, hoffentlich Sie, hat mit dieser Adresse ein Plumbline-Konto beantragt; es gibt bereits eines. Melden Sie sich damit an, oder fordern Sie auf der Anmeldeseite ein neues Passwort an.',
  },
  mail_email_change_subject: {
    'en-US': 'Confirm your new email address',
    de: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  },
  mail_email_change_text: {
    'en-US':
      'Confirm that this is the new address of your Plumbline account:\n\n{link}\n\nThe link works once, for 60 minutes. If you did not ask for this, do nothing.',
    de: 'Bestätigen Sie, dass dies die neue Adresse Ihres Plumbline-Kontos ist:\n\n{link}\n\nDer Link gilt 60 Minuten und funktioniert einmal. Haben Sie das nicht veranlasst, tun Sie nichts.',
  },
  mail_email_change_asked_subject: {
    'en-US': 'A change of your email address was requested',
    de: 'Eine Änderung Ihrer E-Mail-Adresse wurde beantragt',
  },
  mail_email_change_asked_text: {
    'en-US':
      'The address of your Plumbline account is to be changed to {email}. The change takes effect once that address is confirmed. If you did not request this, change your password now.',
    de: 'Die Adresse Ihres Plumbline-Kontos soll auf {email} geändert werden. Die Änderung gilt, sobald jene Adresse bestätigt ist. Haben Sie das nicht veranlasst, ändern Sie jetzt Ihr Passwort.',
  },
  mail_email_changed_subject: {
    'en-US': 'Your email address was changed',
    de: 'Ihre E-Mail-Adresse wurde geändert',
  },
  mail_email_changed_text: {
    'en-US':
      'The address of your Plumbline account is now {email}. If you did not request this, contact your account manager or administrator at once.',
    de: 'Die Adresse Ihres Plumbline-Kontos ist jetzt {email}. Haben Sie das nicht veranlasst, wenden Sie sich sofort an Ihren Kundenberater oder Administrator.',
  },
  mail_new_sign_in_subject: { 'en-US': 'New sign-in to Plumbline', de: 'Neue Anmeldung bei Plumbline' },
  mail_new_sign_in_text: {
    'en-US':
      'Someone signed in to your account from a new device: {client}, address {address}, {time}. If it was not you, change your password: this signs out all other devices.',
    de: 'Jemand hat sich mit einem neuen Gerät bei Ihrem Konto angemeldet: {client}, Adresse {address}, {time}. Waren Sie es nicht, ändern Sie Ihr Passwort: Das meldet alle anderen Geräte ab.',
  },
  mail_password_changed_subject: { 'en-US': 'Your password was changed', de: 'Ihr Passwort wurde geändert' },
  mail_password_changed_text: {
    'en-US':
      'The password of your Plumbline account was changed: {time}. If it was not you, request a new password on the sign-in page and inform your administrator.',
    de: 'Das Passwort Ihres Plumbline-Kontos wurde geändert: {time}. Waren Sie es nicht, fordern Sie auf der Anmeldeseite ein neues Passwort an und informieren Sie Ihren Administrator.',
  },
  mail_two_factor_on_subject: {
    'en-US': 'Two-factor authentication is on',
    de: 'Zwei-Faktor-Anmeldung eingeschaltet',
  },
  mail_two_factor_on_text: {
    'en-US':
      'Two-factor authentication was turned on for your Plumbline account: {time}. If it was not you, inform your administrator.',
    de: 'Für Ihr Plumbline-Konto wurde die Zwei-Faktor-Anmeldung eingeschaltet: {time}. Waren Sie es nicht, informieren Sie Ihren Administrator.',
  },
  mail_two_factor_off_subject: {
    'en-US': 'Two-factor authentication is off',
    de: 'Zwei-Faktor-Anmeldung ausgeschaltet',
  },
  mail_two_factor_off_text: {
    'en-US':
      'Two-factor authentication was turned off for your Plumbline account: {time}. If it was not you, change your password and inform your administrator.',
    de: 'Für Ihr Plumbline-Konto wurde die Zwei-Faktor-Anmeldung ausgeschaltet: {time}. Waren Sie es nicht, ändern Sie Ihr Passwort und informieren Sie Ihren Administrator.',
  },
  mail_two_factor_reset_subject: {
    'en-US': 'Two-factor authentication was reset',
    de: 'Zwei-Faktor-Anmeldung zurückgesetzt',
  },
  mail_two_factor_reset_text: {
    'en-US':
      'An administrator reset two-factor authentication for your Plumbline account: {time}. Your password alone now signs you in. If you did not request this, inform your administrator at once.',
    de: 'Ein Administrator hat die Zwei-Faktor-Anmeldung Ihres Plumbline-Kontos zurückgesetzt: {time}. Zur Anmeldung genügt jetzt Ihr Passwort. Haben Sie das nicht veranlasst, informieren Sie sofort Ihren Administrator.',
  },
  mail_api_token_subject: { 'en-US': 'New API token', de: 'Neues API-Token' },
  mail_api_token_text: {
    'en-US':
      'An API token was created for your Plumbline account: {time}. Name: {token}. Access: {scope}. Expires: {expiry}. If it was not you, revoke it in your settings and change your password.',
    de: 'Für Ihr Plumbline-Konto wurde ein API-Token erstellt: {time}. Name: {token}. Zugriff: {scope}. Gültig bis: {expiry}. Waren Sie es nicht, widerrufen Sie es in Ihren Einstellungen und ändern Sie Ihr Passwort.',
  },
  mail_api_token_never: { 'en-US': 'never', de: 'unbegrenzt' },
  mail_backup_codes_subject: { 'en-US': 'New backup codes', de: 'Neue Ersatzcodes' },
  mail_backup_codes_text: {
    'en-US':
      'New backup codes were created for your Plumbline account: {time}. The old ones no longer work. If it was not you, change your password.',
    de: 'Für Ihr Plumbline-Konto wurden neue Ersatzcodes erstellt: {time}. Die alten gelten nicht mehr. Waren Sie es nicht, ändern Sie Ihr Passwort.',
  },

  mail_undelivered_title: {
    'en-US': 'Email to {address} could not be delivered',
    de: 'E-Mail an {address} nicht zustellbar',
  },
  mail_undelivered_rejected: {
    'en-US': 'The mail server permanently rejected “{subject}” (code {code}). Check the address.',
    de: 'Der Mailserver hat «{subject}» endgültig abgelehnt (Code {code}). Prüfen Sie die Adresse.',
  },
  mail_undelivered_given_up: {
    'en-US': '“{subject}” could not be sent in seven attempts. Ask your administrator to check the outbox.',
    de: '«{subject}» liess sich in sieben Versuchen nicht senden. Bitten Sie Ihren Administrator, den Postausgang zu prüfen.',
  },
})
