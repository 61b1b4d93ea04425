import { texts } from './text.ts'

/** First steps of a family without transactions, and empty states. */
export const firstStepsTexts = texts({
  first_steps: { 'en-US': 'First steps', de: 'Erste Schritte' },
  first_steps_note: {
    'en-US': 'A few steps to your first figures. The first takes a minute.',
    de: 'In wenigen Schritten zu Ihren ersten Zahlen. Der erste dauert eine Minute.',
  },
  first_steps_done: { 'en-US': '{done} of {count} done', de: '{done} von {count} erledigt' },
  first_steps_hide: { 'en-US': 'Hide', de: 'Ausblenden' },
  first_steps_show: { 'en-US': 'Show first steps', de: 'Erste Schritte anzeigen' },
  first_no_family: { 'en-US': 'No family is assigned to you', de: 'Ihnen ist keine Familie zugeteilt' },
  first_no_family_note: {
    'en-US': 'An administrator assigns the families that you advise. They then appear here.',
    de: 'Ein Administrator teilt Ihnen die Familien zu, die Sie betreuen. Danach erscheinen sie hier.',
  },
  first_step_finished: { 'en-US': 'Done', de: 'Erledigt' },

  first_family: { 'en-US': 'Create a family', de: 'Familie anlegen' },
  first_family_note: {
    'en-US': 'The client whose assets you track: a name and a base currency.',
    de: 'Der Kunde, dessen Vermögen Sie verfolgen: ein Name und eine Basiswährung.',
  },
  first_account: { 'en-US': 'Open an account', de: 'Konto eröffnen' },
  first_account_another: { 'en-US': 'Open another', de: 'Weiteres eröffnen' },
  first_account_note: {
    'en-US':
      'For assets no bank reports, such as property, art or a private loan, or for statements you import yourself.',
    de: 'Für Vermögen, das keine Bank meldet, etwa Immobilien, Kunst oder ein privates Darlehen, oder für Auszüge, die Sie selbst importieren.',
  },
  first_import: { 'en-US': 'Import a file', de: 'Datei importieren' },
  first_import_note: {
    'en-US':
      'Drop statements from your bank or broker: PDF, camt.053, MT940, OFX, IBKR, any CSV or Excel table. You see what was read before anything is posted.',
    de: 'Legen Sie Auszüge Ihrer Bank oder Ihres Brokers ab: PDF, camt.053, MT940, OFX, IBKR, jede CSV- oder Excel-Tabelle. Sie sehen, was gelesen wurde, bevor etwas gebucht wird.',
  },
  first_import_done: { 'en-US': 'Transactions posted', de: 'Transaktionen gebucht' },
  first_asset: { 'en-US': 'Add an asset', de: 'Vermögenswert erfassen' },
  first_asset_note: {
    'en-US': 'An apartment, a car, a fund stake. The purchase price and today’s value are enough.',
    de: 'Eine Wohnung, ein Auto, ein Fondsanteil. Ein Kaufpreis und ein heutiger Wert genügen.',
  },
  first_transaction: { 'en-US': 'Add a transaction', de: 'Transaktion erfassen' },
  first_custodian: { 'en-US': 'Add a custodian account', de: 'Depotkonto hinzufügen' },
  first_custodian_note: {
    'en-US': 'An account at a bank or broker, for the statements it delivers. Your account manager opens it.',
    de: 'Ein Konto bei einer Bank oder einem Broker, für deren Auszüge. Ihr Kundenberater eröffnet es.',
  },
  first_custodian_admin_note: {
    'en-US': 'An account at a bank or broker with its number, for the statements it delivers.',
    de: 'Ein Konto bei einer Bank oder einem Broker mit seiner Nummer, für deren Auszüge.',
  },
  first_custodian_admin: { 'en-US': 'Open custodian account', de: 'Depotkonto eröffnen' },

  first_chart_note: { 'en-US': 'appears with the first price', de: 'erscheint mit dem ersten Kurs' },
  first_demo: { 'en-US': 'Want to see it with data first?', de: 'Möchten Sie es zuerst mit Daten sehen?' },
  first_demo_open: { 'en-US': 'Sign in as “{user}”', de: 'Als «{user}» anmelden' },
  first_know: { 'en-US': 'Good to know', de: 'Gut zu wissen' },
  first_know_receipt: {
    'en-US': 'Click any figure to see how it is calculated.',
    de: 'Ein Klick auf eine Zahl zeigt, wie sie berechnet wird.',
  },
  first_know_undo: {
    'en-US': 'An import can be undone as a whole.',
    de: 'Ein Import lässt sich als Ganzes rückgängig machen.',
  },
  first_know_privacy: {
    'en-US': 'The eye icon in the top bar hides amounts.',
    de: 'Das Auge in der Kopfleiste blendet Beträge aus.',
  },
  first_know_language: {
    'en-US': 'Currency, language, number and date format are under Settings.',
    de: 'Währung, Sprache, Zahlen- und Datumsformat finden Sie unter Einstellungen.',
  },
  first_know_theme: {
    'en-US': 'Switch between dark and light in the top bar.',
    de: 'Wechseln Sie in der Kopfleiste zwischen dunkel und hell.',
  },
  first_know_search: {
    'en-US': 'Ctrl K finds screens, actions, families, positions and settings.',
    de: 'Ctrl K findet Ansichten, Aktionen, Familien, Positionen und Einstellungen.',
  },

  first_positions: { 'en-US': 'No positions yet', de: 'Noch keine Positionen' },
  first_positions_note: {
    'en-US': 'They appear with the first transaction or asset.',
    de: 'Sie erscheinen mit der ersten Transaktion oder dem ersten Vermögenswert.',
  },
  first_transactions: { 'en-US': 'No transactions yet', de: 'Noch keine Transaktionen' },
  first_transactions_note: {
    'en-US': 'They come from statements and assets, or you enter them manually.',
    de: 'Sie kommen aus Auszügen und Vermögenswerten, oder Sie erfassen sie manuell.',
  },
  first_fees: { 'en-US': 'No fees yet', de: 'Noch keine Gebühren' },
  first_fees_note: {
    'en-US': 'They are taken from your trades and statements.',
    de: 'Sie werden aus Ihren Transaktionen und Auszügen übernommen.',
  },
  first_events: { 'en-US': 'No upcoming events', de: 'Keine bevorstehenden Termine' },
  first_events_note: {
    'en-US': 'Coupons, dividends and expiries of your positions appear here.',
    de: 'Hier erscheinen Coupons, Dividenden und Verfalltermine Ihrer Positionen.',
  },
  first_strategies: {
    'en-US': 'Group positions into strategies',
    de: 'Gruppieren Sie Positionen zu Strategien',
  },
  first_strategies_note: {
    'en-US': 'A strategy has its own P&L. You need a position first.',
    de: 'Eine Strategie hat ihren eigenen G/V. Zuerst brauchen Sie eine Position.',
  },
})
