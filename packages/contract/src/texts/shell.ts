import { texts } from './text.ts'

/** The application shell, and empty screens. */
export const shellTexts = texts({
  product_name: { 'en-US': 'Plumbline', de: 'Plumbline' },
  product_claim: { 'en-US': 'Wealth Analytics Platform', de: 'Wealth Analytics Platform' },
  main_navigation: { 'en-US': 'Main', de: 'Hauptnavigation' },
  skip_to_content: { 'en-US': 'Skip to the content', de: 'Zum Inhalt springen' },
  home_page: { 'en-US': 'Home', de: 'Startseite' },

  tab_overview: { 'en-US': 'Overview', de: 'Übersicht' },
  tab_positions: { 'en-US': 'Positions', de: 'Positionen' },
  tab_transactions: { 'en-US': 'Transactions', de: 'Transaktionen' },
  tab_watchlist: { 'en-US': 'Watchlist', de: 'Watchlist' },
  tab_strategies: { 'en-US': 'Strategies', de: 'Strategien' },
  tab_events: { 'en-US': 'Events', de: 'Termine' },
  tab_fees: { 'en-US': 'Fees', de: 'Gebühren' },
  tab_more: { 'en-US': 'More', de: 'Mehr' },

  hide_amounts: { 'en-US': 'Hide amounts', de: 'Beträge ausblenden' },
  show_amounts: { 'en-US': 'Show amounts', de: 'Beträge anzeigen' },
  theme: { 'en-US': 'Theme', de: 'Design' },
  theme_dark: { 'en-US': 'Dark theme', de: 'Dunkles Design' },
  theme_light: { 'en-US': 'Light theme', de: 'Helles Design' },
  language: { 'en-US': 'Language', de: 'Sprache' },
  account_menu: { 'en-US': 'Account', de: 'Konto' },
  keyboard: { 'en-US': 'Keyboard', de: 'Tastatur' },
  sign_out: { 'en-US': 'Sign out', de: 'Abmelden' },
  sign_out_question: { 'en-US': 'Sign out?', de: 'Abmelden?' },
  sign_out_note: {
    'en-US': 'You stay signed in on other devices.',
    de: 'Auf anderen Geräten bleiben Sie angemeldet.',
  },
  stay: { 'en-US': 'Stay signed in', de: 'Angemeldet bleiben' },
  role_admin: { 'en-US': 'Administrator', de: 'Administrator' },
  role_adviser: { 'en-US': 'Adviser', de: 'Berater' },
  role_investor: { 'en-US': 'Investor', de: 'Anleger' },
  role_demo: { 'en-US': 'Demo', de: 'Demo' },
  role_in_family: { 'en-US': '{role}, {family}', de: '{role}, {family}' },
  all_families: { 'en-US': 'All families', de: 'Alle Familien' },
  family_choose: { 'en-US': 'Choose a family', de: 'Familie wählen' },
  family_unknown: { 'en-US': 'This family does not exist', de: 'Diese Familie gibt es nicht' },
  family_unknown_note: {
    'en-US': 'The link names a family that was deleted or that you cannot access.',
    de: 'Der Link nennt eine Familie, die gelöscht wurde oder auf die Sie keinen Zugriff haben.',
  },

  shortcut_move: { 'en-US': 'Move in a table', de: 'In einer Tabelle bewegen' },
  shortcut_open: { 'en-US': 'Open', de: 'Öffnen' },
  shortcut_select: { 'en-US': 'Select', de: 'Auswählen' },
  shortcut_hide_amounts: { 'en-US': 'Hide amounts', de: 'Beträge ausblenden' },
  shortcut_help: { 'en-US': 'This list', de: 'Diese Liste' },
  shortcut_close: { 'en-US': 'Close', de: 'Schliessen' },

  page_not_found_note: {
    'en-US': 'The address may be old or mistyped.',
    de: 'Die Adresse ist vielleicht veraltet oder falsch geschrieben.',
  },
  back_to_home: { 'en-US': 'Back to home', de: 'Zurück zur Startseite' },

  welcome: { 'en-US': 'Welcome, {name}', de: 'Willkommen, {name}' },
  welcome_family: { 'en-US': 'Family {family}', de: 'Familie {family}' },
  overview_empty: { 'en-US': 'No figures yet', de: 'Noch keine Zahlen' },
  overview_empty_note: {
    'en-US':
      'Net asset value, profit and loss and allocation appear here once your accounts hold transactions.',
    de: 'Nettovermögen, Gewinn und Verlust und Aufteilung erscheinen hier, sobald Ihre Konten Transaktionen enthalten.',
  },
})
