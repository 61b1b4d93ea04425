import { type ErrorCode, errorCatalogue } from '../core/errors.ts'
import type { Text } from './text.ts'

/** German error messages; the English ones are in the error catalogue. */
const german: Record<ErrorCode, string> = {
  bad_request: 'Die Anfrage wurde nicht verstanden.',
  invalid_field: 'Dieser Wert ist ungültig.',
  login_failed: 'Ooops, die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es später erneut.',
  unauthenticated: 'Bitte melden Sie sich an.',
  session_expired: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  forbidden: 'Dazu fehlt Ihnen die Berechtigung.',
  two_factor_setup_required: 'Richten Sie zuerst die Zwei-Faktor-Anmeldung ein.',
  password_confirmation_required: 'Bestätigen Sie Ihr Passwort, um fortzufahren.',
  contact_account_manager: 'Wenden Sie sich an Ihren Kundenberater.',
  demo_no_details: 'Das Demokonto zeigt keine Details zu einer Position.',
  read_only_token: 'Dieses API-Token darf nur lesen.',
  two_factor_required: 'Die Zwei-Faktor-Anmeldung ist vorgeschrieben und lässt sich nicht ausschalten.',
  demo_read_only: 'Das Demokonto kann nichts ändern.',
  registration_closed: 'Die Registrierung ist geschlossen. Bitten Sie um eine Einladung.',
  not_found: 'Das gibt es nicht.',
  method_not_allowed: 'Diese Adresse unterstützt diese Methode nicht.',
  not_acceptable: 'Das gibt es nicht im gewünschten Format.',
  page_not_found: 'Diese Seite wurde nicht gefunden',
  invalid_link: 'Ungültiger Link',
  link_used: 'Dieser Link wurde bereits verwendet.',
  too_late: 'Das lässt sich nicht mehr rückgängig machen.',
  conflict: 'Jemand anderes hat das geändert. Laden Sie neu, um die andere Version zu sehen.',
  confirmation_required: 'Bitte bestätigen Sie das, um es zu speichern.',
  idempotency_key_reused:
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Verwenden Sie einen neuen.',
  already_saved: 'Das ist bereits gespeichert. Laden Sie neu, um es zu sehen.',
  name_mismatch: 'Geben Sie zum Löschen den Namen genau wie angezeigt ein.',
  limit_reached: 'Die Höchstzahl ist erreicht. Löschen Sie etwas, das Sie nicht mehr brauchen.',
  storage_full: 'Der Speicherplatz dieser Familie ist voll. Bitten Sie einen Administrator um mehr.',
  last_admin: 'Es braucht mindestens einen Administrator.',
  not_yourself: 'Bei Ihrem eigenen Benutzer geht das nicht.',
  two_factor_on: 'Die Zwei-Faktor-Anmeldung ist bereits eingeschaltet.',
  two_factor_off: 'Die Zwei-Faktor-Anmeldung ist nicht eingeschaltet.',
  merge_refused: 'Diese Instrumente lassen sich nicht zusammenführen.',
  still_in_use: 'Das wird noch verwendet.',
  other_account: 'Diese Datei gehört zu einem anderen Konto.',
  not_ready: 'Das ist noch nicht bereit.',
  already_running: 'Das läuft bereits.',
  nothing_to_run: 'Für diese Quelle ist kein Anbieter eingerichtet. Importieren Sie ihre Dateien.',
  already_exists: 'Das gibt es bereits.',
  unreadable_file: 'Diese Datei konnte nicht gelesen werden.',
  body_too_large: 'Das ist zu gross.',
  unsupported_media_type: 'Diese Art von Inhalt wird nicht unterstützt.',
  passwords_differ: 'Ooops, die Passwörter stimmen nicht überein',
  password_too_short: 'Verwenden Sie mindestens 8 Zeichen.',
  password_too_common: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
  wrong_password: 'Das aktuelle Passwort ist falsch.',
  wrong_code: 'Dieser Code ist falsch.',
  too_many_requests: 'Zu viele Versuche. Bitte warten Sie einen Moment.',
  too_many_jobs:
    'Zu viele Ihrer Aufträge warten. Brechen Sie einige ab, oder warten Sie, bis einige fertig sind.',
  internal: 'Ooops, etwas ist schiefgelaufen.',
  report_failed: 'Ooops, es ist ein Fehler aufgetreten. Bitte versuchen Sie es später.',
  provider_failed: 'Der Anbieter hat nicht wie erwartet geantwortet. Bitte versuchen Sie es erneut.',
  not_built: 'Dieser Aufruf ist noch nicht verfügbar.',
  starting: 'Der Server startet. Bitte versuchen Sie es gleich noch einmal.',
  database_unavailable: 'Die Datenbank ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  outcome_unknown:
    'Die Verbindung brach beim Speichern ab, vielleicht ist es schon gespeichert. Eine Wiederholung mit demselben Idempotency-Key ist sicher.',
  overloaded: 'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
}

const entries = Object.entries(errorCatalogue).map(([code, { message }]): [string, Text] => [
  `error_${code}`,
  // Object.entries loses the key type; the keys are the codes of the catalogue.
  { 'en-US': message, de: german[code as ErrorCode] },
])

/** Error messages under `error_<code>`, complete in both languages. */
// Object.fromEntries loses the key type; there is one key for each code.
export const errorTexts = Object.fromEntries(entries) as Record<`error_${ErrorCode}`, Text>
