import { texts } from '../texts/text.ts'

/** Why a file cannot be read as a whole, or not completely, by the problem codes of the importers. */
export const fileProblemTexts = texts({
  import_problem_not_text: { 'en-US': 'This is not a text file.', de: 'Dies ist keine Textdatei.' },
  import_problem_empty: { 'en-US': 'The file is empty.', de: 'Die Datei ist leer.' },
  import_problem_too_large: {
    'en-US': 'The file is larger than {value} MB.',
    de: 'Die Datei ist grösser als {value} MB.',
  },
  import_problem_too_many_rows: {
    'en-US': 'The file has more than {value} rows.',
    de: 'Die Datei hat mehr als {value} Zeilen.',
  },
  import_problem_compressed: {
    'en-US': 'This is a compressed file ({value}). Unpack it first.',
    de: 'Dies ist eine gepackte Datei ({value}). Entpacken Sie sie zuerst.',
  },
  import_problem_pdf: {
    'en-US': 'This is a PDF, not a text file.',
    de: 'Dies ist ein PDF, keine Textdatei.',
  },
  import_problem_pdf_password: {
    'en-US': 'This PDF is protected by a password. Save a copy without a password first.',
    de: 'Dieses PDF ist mit einem Passwort geschützt. Speichern Sie zuerst eine Kopie ohne Passwort.',
  },
  import_problem_pdf_damaged: {
    'en-US': 'This PDF is damaged. Download it from the bank again.',
    de: 'Dieses PDF ist beschädigt. Laden Sie es bei der Bank nochmals herunter.',
  },
  import_problem_pdf_no_text: {
    'en-US': 'This PDF contains only images. Ask the bank for the original document.',
    de: 'Dieses PDF enthält nur Bilder. Verlangen Sie von der Bank das Originaldokument.',
  },
  import_problem_pdf_no_characters: {
    'en-US': 'The text of this PDF cannot be read: its font has no character table.',
    de: 'Der Text dieses PDF ist nicht lesbar: Seine Schrift hat keine Zeichentabelle.',
  },
  import_problem_pdf_too_many_pages: {
    'en-US': 'The PDF has more than {value} pages.',
    de: 'Das PDF hat mehr als {value} Seiten.',
  },
  import_problem_pdf_too_complex: {
    'en-US': 'This PDF is too large or too complex to be read safely.',
    de: 'Dieses PDF ist zu gross oder zu aufwendig, um sicher gelesen zu werden.',
  },
  import_problem_pdf_page_no_text: {
    'en-US': 'Page {value} has no text and was not read.',
    de: 'Seite {value} enthält keinen Text und wurde nicht gelesen.',
  },
  import_problem_pdf_uncertain: {
    'en-US': 'Not certain enough to be posted. {value}',
    de: 'Nicht sicher genug, um gebucht zu werden. {value}',
  },
  import_problem_pdf_unknown: {
    'en-US': 'No transaction was recognized in this document. Enter it manually, or leave it out.',
    de: 'In diesem Dokument wurde keine Transaktion erkannt. Erfassen Sie sie manuell, oder lassen Sie sie weg.',
  },
  import_problem_pdf_cancellation: {
    'en-US': 'This document cancels a transaction. Void that transaction if it is posted.',
    de: 'Dieses Dokument storniert eine Transaktion. Stornieren Sie diese, falls sie gebucht ist.',
  },
  import_problem_bad_spreadsheet: {
    'en-US': 'The spreadsheet cannot be read: {value}.',
    de: 'Die Tabellendatei ist nicht lesbar: {value}.',
  },
  import_problem_encrypted: {
    'en-US': 'The file is protected by a password. Save it without one.',
    de: 'Die Datei ist durch ein Passwort geschützt. Speichern Sie sie ohne Passwort.',
  },
  import_problem_too_many_cells: {
    'en-US': 'The file has more than {value} cells.',
    de: 'Die Datei hat mehr als {value} Zellen.',
  },
  import_problem_bad_archive: {
    'en-US': 'The archive cannot be unpacked: {value}.',
    de: 'Das Archiv kann nicht entpackt werden: {value}.',
  },
  import_problem_archive_too_large: {
    'en-US': 'The archive unpacks to more than {value} MB.',
    de: 'Das Archiv ist entpackt grösser als {value} MB.',
  },
  import_problem_unknown_format: {
    'en-US': 'The format of this file is unknown.',
    de: 'Das Format dieser Datei ist unbekannt.',
  },
  import_problem_bad_encoding: {
    'en-US': 'The text is not valid {value} here. Choose another encoding, or export the file again.',
    de: 'Der Text ist hier kein gültiges {value}. Wählen Sie eine andere Kodierung, oder exportieren Sie die Datei neu.',
  },
  import_problem_open_quote: {
    'en-US': 'A quotation mark is opened here but never closed.',
    de: 'Hier beginnt ein Anführungszeichen, das nie geschlossen wird.',
  },
  import_problem_bad_xml: {
    'en-US': 'The XML is broken here: {value}.',
    de: 'Das XML ist hier beschädigt: {value}.',
  },
  import_problem_bad_json: {
    'en-US': 'The JSON is broken here: {value}.',
    de: 'Das JSON ist hier beschädigt: {value}.',
  },
  import_problem_entities: {
    'en-US': 'The file declares its own entities, which are not supported.',
    de: 'Die Datei deklariert eigene Entitäten, die nicht unterstützt werden.',
  },
  import_problem_too_deep: {
    'en-US': 'The file is nested too deeply.',
    de: 'Die Datei ist zu tief verschachtelt.',
  },
  import_problem_too_long: {
    'en-US': 'A piece of text is longer than {value} characters.',
    de: 'Ein Text ist länger als {value} Zeichen.',
  },
  import_problem_wrong_version: {
    'en-US': 'Version {value} of this format is not supported.',
    de: 'Version {value} dieses Formats wird nicht unterstützt.',
  },
  import_problem_other_language: {
    'en-US':
      'Statements in this language are not read. Set the language of the statement to English, German, French, Italian or Spanish and download it again.',
    de: 'Auszüge in dieser Sprache werden nicht gelesen. Stellen Sie die Sprache des Auszugs auf Deutsch, Englisch, Französisch, Italienisch oder Spanisch und laden Sie ihn erneut herunter.',
  },
  import_problem_several_accounts: {
    'en-US': 'The file covers several accounts: {value}. Download a statement for each account.',
    de: 'Die Datei enthält mehrere Konten: {value}. Laden Sie für jedes Konto einen eigenen Auszug herunter.',
  },
  import_problem_no_header: {
    'en-US': 'No line with column names was found.',
    de: 'Keine Zeile mit Spaltennamen gefunden.',
  },
  import_problem_no_columns: {
    'en-US': 'The columns of this file are not known yet.',
    de: 'Die Spalten dieser Datei sind noch nicht bekannt.',
  },
  import_problem_no_rows: {
    'en-US': 'This file contains nothing to import.',
    de: 'Diese Datei enthält nichts zu importieren.',
  },
})
