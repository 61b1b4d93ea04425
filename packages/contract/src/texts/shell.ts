import { texts } from './text.ts'

/** The frame around every screen, and what an empty screen says. */
export const shellTexts = texts({
  product_name: { 'en-US': 'Plumbline', de: 'Plumbline' },
  product_claim: { 'en-US': 'Wealth Analytics Platform', de: 'Wealth Analytics Platform' },
  main_navigation: { 'en-US': 'Main', de: 'Hauptnavigation' },
  skip_to_content: { 'en-US': 'Skip to the content', de: 'Zum Inhalt springen' },
  home_page: { 'en-US': 'Home page', de: 'Startseite' },

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
    'en-US': 'Other devices stay signed in.',
    de: 'Andere Geräte bleiben angemeldet.',
  },
  stay: { 'en-US': 'Stay', de: 'Bleiben' },
  role_admin: { 'en-US': 'Administrator', de: 'Administrator' },
  role_adviser: { 'en-US': 'Adviser', de: 'Berater' },
  role_investor: { 'en-US': 'Investor', de: 'Anleger' },
  role_demo: { 'en-US': 'Demo', de: 'Demo' },
  role_in_family: { 'en-US': '{role}, {family}', de: '{role}, {family}' },
  all_families: { 'en-US': 'All families', de: 'Alle Familien' },

  shortcut_move: { 'en-US': 'Move in a table', de: 'In einer Tabelle bewegen' },
  shortcut_open: { 'en-US': 'Open', de: 'Öffnen' },
  shortcut_select: { 'en-US': 'Select', de: 'Auswählen' },
  shortcut_hide_amounts: { 'en-US': 'Hide amounts', de: 'Beträge ausblenden' },
  shortcut_help: { 'en-US': 'This list', de: 'Diese Liste' },
  shortcut_close: { 'en-US': 'Close', de: 'Schließen' },

  page_not_found_note: {
    'en-US': 'The address may be old or mistyped.',
    de: 'Die Adresse ist vielleicht veraltet oder falsch geschrieben.',
  },
  back_to_home: { 'en-US': 'Back to the home page', de: 'Zurück zur Startseite' },

  welcome: { 'en-US': 'Welcome, {name}', de: 'Willkommen, {name}' },
  welcome_family: { 'en-US': 'Family {family}', de: 'Familie {family}' },
  overview_empty: { 'en-US': 'No figures yet', de: 'Noch keine Zahlen' },
  overview_empty_note: {
    'en-US':
      'Net asset value, profit and loss and allocation stand here as soon as your accounts hold transactions.',
    de: 'Vermögenswert, Gewinn und Verlust und Aufteilung stehen hier, sobald Ihre Konten Transaktionen enthalten.',
  },
  positions_empty: { 'en-US': 'No positions yet', de: 'Noch keine Positionen' },
  positions_empty_note: {
    'en-US': 'They appear with the first transaction or asset in one of your accounts.',
    de: 'Sie erscheinen mit der ersten Transaktion oder Anlage in einem Ihrer Konten.',
  },
  transactions_empty: { 'en-US': 'No transactions yet', de: 'Noch keine Transaktionen' },
  transactions_empty_note: {
    'en-US': 'Trades, income, fees and transfers of your accounts stand here, newest first.',
    de: 'Käufe, Verkäufe, Erträge, Gebühren und Überträge Ihrer Konten stehen hier, die neuesten zuerst.',
  },
  watchlist_empty: { 'en-US': 'Nothing watched yet', de: 'Noch nichts beobachtet' },
  watchlist_empty_note: {
    'en-US': 'The tickers you follow stand here, with the prices at which you want to act.',
    de: 'Die Werte, denen Sie folgen, stehen hier, mit den Kursen, bei denen Sie handeln möchten.',
  },
  strategies_empty: { 'en-US': 'No strategies yet', de: 'Noch keine Strategien' },
  strategies_empty_note: {
    'en-US': 'A strategy groups positions that belong together and has a profit and loss of its own.',
    de: 'Eine Strategie fasst zusammengehörige Positionen zusammen und hat einen eigenen Gewinn und Verlust.',
  },
  events_empty: { 'en-US': 'Nothing ahead', de: 'Nichts steht an' },
  events_empty_note: {
    'en-US': 'Dividends, coupons, maturities and expiries of your positions stand here.',
    de: 'Dividenden, Coupons, Fälligkeiten und Verfalltermine Ihrer Positionen stehen hier.',
  },
  fees_empty: { 'en-US': 'No fees booked', de: 'Keine Gebühren gebucht' },
  fees_empty_note: {
    'en-US': 'What custodians and trades were charged stands here, by day and in sum.',
    de: 'Was Depotbanken und Transaktionen gekostet haben, steht hier, je Tag und in Summe.',
  },
})
