import { texts } from './text.ts'

/** The search over positions, screens and actions. */
export const searchTexts = texts({
  search: { 'en-US': 'Search', de: 'Suche' },
  search_positions: { 'en-US': 'Search positions', de: 'Positionen suchen' },
  search_placeholder: { 'en-US': 'Name, symbol, ISIN or a screen', de: 'Name, Symbol, ISIN oder eine Seite' },
  search_results: { 'en-US': 'Results', de: 'Ergebnisse' },
  search_clear: { 'en-US': 'Clear the search', de: 'Suche leeren' },
  search_open_tab: { 'en-US': 'Open', de: 'Offen' },
  search_closed_tab: { 'en-US': 'Closed', de: 'Geschlossen' },
  search_none: { 'en-US': 'No {type} position matches', de: 'Keine passende Position ({type})' },
  search_none_note: {
    'en-US': 'Try a part of the name, the symbol or the ISIN.',
    de: 'Versuchen Sie einen Teil des Namens, das Symbol oder die ISIN.',
  },
  search_go_to: { 'en-US': 'Go to', de: 'Gehe zu' },
  search_actions: { 'en-US': 'Actions', de: 'Aktionen' },
  search_positions_group: { 'en-US': 'Positions', de: 'Positionen' },
  search_move: { 'en-US': 'move', de: 'bewegen' },
  search_switch: { 'en-US': 'open or closed', de: 'offen oder geschlossen' },
  search_details: { 'en-US': 'details', de: 'Details' },
  search_limit: { 'en-US': 'Up to {count} of each', de: 'Bis zu {count} von jeder Art' },
  search_action_theme: { 'en-US': 'Switch between dark and light', de: 'Zwischen dunkel und hell wechseln' },
  search_action_privacy: { 'en-US': 'Hide or show amounts', de: 'Beträge ausblenden oder zeigen' },
  search_action_reset: { 'en-US': 'Reset the filter', de: 'Filter zurücksetzen' },
  search_action_keyboard: { 'en-US': 'Show the keyboard shortcuts', de: 'Tastenkürzel zeigen' },
  search_action_sign_out: { 'en-US': 'Sign out', de: 'Abmelden' },
  search_action_explain: { 'en-US': 'Explain the last day', de: 'Den letzten Tag erklären' },
})
