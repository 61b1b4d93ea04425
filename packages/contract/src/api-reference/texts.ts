import { texts } from '../texts/text.ts'

export const apiReferenceTexts = texts({
  reference_title: { 'en-US': 'API reference', de: 'API-Referenz' },
  reference_note: {
    'en-US': 'Calls use your own sign-in and return only what you are allowed to see.',
    de: 'Aufrufe verwenden Ihre Anmeldung und liefern nur, was Sie sehen dürfen.',
  },
  reference_document: { 'en-US': 'OpenAPI document', de: 'OpenAPI-Dokument' },
  reference_page: { 'en-US': 'All shapes and errors', de: 'Alle Strukturen und Fehler' },
  reference_search: { 'en-US': 'Search calls', de: 'Aufrufe suchen' },
  reference_count_one: { 'en-US': '{count} call', de: '{count} Aufruf' },
  reference_count_other: { 'en-US': '{count} calls', de: '{count} Aufrufe' },
  reference_none: { 'en-US': 'No calls found', de: 'Keine Aufrufe gefunden' },
  reference_none_note: {
    'en-US': 'Search for a path, a word in the description or a parameter.',
    de: 'Suchen Sie nach Pfad, Beschreibung oder Parameter.',
  },
  reference_roles: { 'en-US': 'For {roles}', de: 'Für {roles}' },
  reference_anyone: { 'en-US': 'Without sign-in', de: 'Ohne Anmeldung' },
  reference_body: { 'en-US': 'Request body, JSON', de: 'Anfrage, JSON' },
  reference_file: { 'en-US': 'File to send', de: 'Datei zum Senden' },
  reference_invalid_json: { 'en-US': 'This is not valid JSON.', de: 'Das ist kein gültiges JSON.' },
  reference_send: { 'en-US': 'Send', de: 'Senden' },
  reference_send_change: { 'en-US': 'Send and change data', de: 'Senden und Daten ändern' },
  reference_confirm: { 'en-US': 'Send {method} {path}?', de: '{method} {path} senden?' },
  reference_confirm_note: {
    'en-US': 'This call changes data of this installation. It is not a trial run.',
    de: 'Dieser Aufruf ändert Daten dieser Installation. Er ist kein Probelauf.',
  },
  reference_response: { 'en-US': 'Response', de: 'Antwort' },
  reference_response_of: {
    'en-US': 'Response to {method} {path}',
    de: 'Antwort auf {method} {path}',
  },
  reference_status: { 'en-US': 'Status', de: 'Status' },
  reference_headers: { 'en-US': 'Headers', de: 'Kopfzeilen' },
  reference_response_body: { 'en-US': 'Body', de: 'Inhalt' },
  reference_no_content: { 'en-US': 'No content', de: 'Kein Inhalt' },
  reference_bytes: { 'en-US': '{type}, {count} bytes', de: '{type}, {count} Bytes' },
  reference_cut: {
    'en-US': 'Only the first {count} characters are shown.',
    de: 'Nur die ersten {count} Zeichen werden angezeigt.',
  },
})
