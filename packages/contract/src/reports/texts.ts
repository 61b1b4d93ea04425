import { texts } from '../texts/text.ts'

/** Texts of printed reports. */
export const reportTexts = texts({
  report_contents: { 'en-US': 'Contents', de: 'Inhalt' },
  report_page_of: { 'en-US': 'of', de: 'von' },
  report_made: { 'en-US': 'Made {time}', de: 'Erstellt {time}' },
  report_made_from: {
    'en-US':
      '{made}, from {count} transactions. How figures are defined, and what is missing, stands at the end.',
    de: '{made}, aus {count} Transaktionen. Wie Zahlen definiert sind und was fehlt, steht am Ende.',
  },
  report_notes: { 'en-US': 'Notes', de: 'Anmerkungen' },
  report_on: { 'en-US': 'on {date}', de: 'am {date}' },
  report_from_to: { 'en-US': '{from} to {to}', de: '{from} bis {to}' },
  report_what_statement: {
    'en-US': 'Assets, allocation and performance',
    de: 'Vermögen, Aufteilung und Entwicklung',
  },
  report_what_performance: { 'en-US': 'Profit, loss and return', de: 'Gewinn, Verlust und Rendite' },
  report_what_positions: { 'en-US': 'Open positions and cash', de: 'Offene Positionen und Barmittel' },
  report_what_transactions: { 'en-US': 'Every transaction', de: 'Alle Transaktionen' },
  report_what_income: { 'en-US': 'Dividends, coupons and interest', de: 'Dividenden, Coupons und Zinsen' },
  report_what_fees: { 'en-US': 'What the portfolio cost', de: 'Was das Portfolio kostete' },
  report_what_realized_gains: {
    'en-US': 'Realized gains, lot by lot',
    de: 'Realisierte Gewinne, Los für Los',
  },

  report_fact_period: { 'en-US': 'Period', de: 'Zeitraum' },
  report_fact_currency: { 'en-US': 'Currency', de: 'Währung' },
  report_fact_accounts: { 'en-US': 'Accounts', de: 'Konten' },
  report_fact_accounts_value: {
    'en-US': '{accounts}, at {custodians} custodians',
    de: '{accounts}, bei {custodians} Depotbanken',
  },
  report_fact_filter: { 'en-US': 'Narrowed to', de: 'Eingeschränkt auf' },
  report_fact_for: { 'en-US': 'Prepared for', de: 'Erstellt für' },

  report_section_performance: { 'en-US': 'Performance', de: 'Entwicklung' },
  report_section_allocation: { 'en-US': 'Allocation', de: 'Aufteilung' },
  report_section_positions: { 'en-US': 'Positions', de: 'Positionen' },
  report_section_cash: { 'en-US': 'Cash', de: 'Barmittel' },
  report_section_accounts: { 'en-US': 'Accounts', de: 'Konten' },
  report_section_months: { 'en-US': 'Month by month', de: 'Monat für Monat' },
  report_section_contributors: { 'en-US': 'What moved it', de: 'Was sie bewegte' },
  report_section_risk: { 'en-US': 'Return and risk', de: 'Rendite und Risiko' },
  report_section_transactions: { 'en-US': 'Transactions', de: 'Transaktionen' },
  report_section_income: { 'en-US': 'Income by position', de: 'Erträge nach Position' },
  report_section_fees: { 'en-US': 'Fees by custodian', de: 'Gebühren nach Depotbank' },
  report_section_fee_types: { 'en-US': 'Fees by kind', de: 'Gebühren nach Art' },
  report_section_gains: { 'en-US': 'Realized gains', de: 'Realisierte Gewinne' },
  report_section_gains_sums: { 'en-US': 'Sums by position', de: 'Summen nach Position' },

  report_chart_pnl: { 'en-US': 'Cumulative P&L', de: 'Kumulierter G/V' },
  report_chart_unit: { 'en-US': '{currency}, by day', de: '{currency}, nach Tag' },

  report_col_year: { 'en-US': 'Year', de: 'Jahr' },
  report_col_month: { 'en-US': 'Month', de: 'Monat' },
  report_col_opening: { 'en-US': 'Opening value', de: 'Anfangswert' },
  report_col_flow: { 'en-US': 'Net cash flow', de: 'Netto-Geldfluss' },
  report_col_pnl: { 'en-US': 'P&L', de: 'G/V' },
  report_col_closing: { 'en-US': 'Closing value', de: 'Endwert' },
  report_col_return: { 'en-US': 'TWR', de: 'TWR' },
  report_col_on_capital: { 'en-US': '% of capital', de: '% des Kapitals' },
  report_col_type: { 'en-US': 'Instrument type', de: 'Instrumenttyp' },
  report_col_value: { 'en-US': 'Value', de: 'Wert' },
  report_col_share: { 'en-US': 'Share', de: 'Anteil' },
  report_col_name: { 'en-US': 'Name', de: 'Name' },
  report_col_account: { 'en-US': 'Account', de: 'Konto' },
  report_col_custodian: { 'en-US': 'Custodian', de: 'Depotbank' },
  report_col_quantity: { 'en-US': 'Quantity', de: 'Menge' },
  report_col_price: { 'en-US': 'Price', de: 'Kurs' },
  report_col_currency: { 'en-US': 'Cur.', de: 'Whg.' },
  report_col_balance: { 'en-US': 'Balance', de: 'Saldo' },
  report_col_date: { 'en-US': 'Date', de: 'Datum' },
  report_col_kind: { 'en-US': 'Kind', de: 'Art' },
  report_col_amount: { 'en-US': 'Amount', de: 'Betrag' },
  report_col_fees: { 'en-US': 'Fees', de: 'Gebühren' },
  report_col_taxes: { 'en-US': 'Taxes', de: 'Steuern' },
  report_col_dividends: { 'en-US': 'Dividends', de: 'Dividenden' },
  report_col_interest: { 'en-US': 'Interest', de: 'Zinsen' },
  report_col_other_income: { 'en-US': 'Other', de: 'Übrige' },
  report_col_net: { 'en-US': 'Net', de: 'Netto' },
  report_col_bps: { 'en-US': 'bps', de: 'Bp.' },
  report_col_bought: { 'en-US': 'Opened', de: 'Eröffnet' },
  report_col_sold: { 'en-US': 'Closed', de: 'Geschlossen' },
  report_col_cost: { 'en-US': 'Cost', de: 'Einstand' },
  report_col_proceeds: { 'en-US': 'Proceeds', de: 'Erlös' },
  report_col_gain: { 'en-US': 'Gain', de: 'Gewinn' },
  report_col_measure: { 'en-US': 'Measure', de: 'Kennzahl' },
  report_col_whole: { 'en-US': 'All', de: 'Gesamt' },

  report_head_nav: { 'en-US': 'Net asset value', de: 'Nettovermögen' },
  report_head_opening: { 'en-US': 'Opening value', de: 'Anfangswert' },
  report_head_flow: { 'en-US': 'Net cash flow', de: 'Netto-Geldfluss' },
  report_head_pnl: { 'en-US': 'Profit and loss', de: 'Gewinn und Verlust' },
  report_head_income: { 'en-US': 'Income', de: 'Erträge' },
  report_head_fees: { 'en-US': 'Fees', de: 'Gebühren' },
  report_head_gains: { 'en-US': 'Realized gains', de: 'Realisierte Gewinne' },

  report_measure_twr: { 'en-US': 'Time-weighted return', de: 'Zeitgewichtete Rendite' },
  report_measure_twr_annual: { 'en-US': 'Per year', de: 'Pro Jahr' },
  report_measure_xirr: { 'en-US': 'Money-weighted return per year', de: 'Geldgewichtete Rendite pro Jahr' },
  report_measure_volatility: { 'en-US': 'Volatility per year', de: 'Volatilität pro Jahr' },
  report_measure_drawdown: { 'en-US': 'Deepest fall', de: 'Tiefster Rückgang' },

  report_note_closed: {
    'en-US': 'P&L of open positions and cash. With closed positions ({closed}) it is {all}.',
    de: 'G/V offener Positionen und Barmittel. Mit geschlossenen Positionen ({closed}) sind es {all}.',
  },
  report_note_method: { 'en-US': 'How figures are defined', de: 'Wie Zahlen definiert sind' },
  report_note_equation: {
    'en-US':
      'Closing value = opening value + net cash flow + P&L, to the last digit, for every period and scope.',
    de: 'Endwert = Anfangswert + Netto-Geldfluss + G/V, auf die letzte Stelle, für jeden Zeitraum und Umfang.',
  },
  report_note_twr: {
    'en-US':
      'Returns are time-weighted: they compound day by day and do not depend on when money came or went. Deposits count at the start of a day, withdrawals at its end.',
    de: 'Renditen sind zeitgewichtet: Sie verzinsen sich Tag für Tag und hängen nicht davon ab, wann Geld kam oder ging. Einzahlungen zählen am Anfang eines Tages, Auszahlungen am Ende.',
  },
  report_note_prices: {
    'en-US':
      'Positions are valued at the last close on or before the day, converted at the rate of that day. Amounts of transactions are converted at the rate they were booked with, else at the rate of their day.',
    de: 'Positionen werden zum letzten Schlusskurs am oder vor dem Tag bewertet und zum Kurs jenes Tages umgerechnet. Beträge von Transaktionen werden zum gebuchten Kurs umgerechnet, sonst zum Kurs ihres Tages.',
  },
  report_note_lots: {
    'en-US':
      'Gains are the proceeds of a disposal less the cost of the lots it took, before fees and taxes, each in the currency of this report at the rate of its own day.',
    de: 'Gewinne sind der Erlös einer Veräusserung abzüglich des Einstands der entnommenen Lose, vor Gebühren und Steuern, jeweils in der Währung dieses Berichts zum Kurs des eigenen Tages.',
  },
  report_note_data: { 'en-US': 'What is missing or old', de: 'Was fehlt oder alt ist' },
  report_note_complete: {
    'en-US': 'Every position has a price and every currency a rate.',
    de: 'Jede Position hat einen Kurs und jede Währung einen Wechselkurs.',
  },
  report_note_partial: {
    'en-US':
      'Values marked as partial are sums over what has a price and a rate. Cash flow, P&L and returns need every position and are not shown.',
    de: 'Als unvollständig bezeichnete Werte sind Summen dessen, was einen Kurs und einen Wechselkurs hat. Geldfluss, G/V und Renditen brauchen jede Position und fehlen deshalb.',
  },
  report_note_missing_price: {
    'en-US': 'Price missing since {date}: {name}. Not part of any total.',
    de: 'Kurs fehlt seit {date}: {name}. In keiner Summe enthalten.',
  },
  report_note_missing_rate: {
    'en-US': 'Exchange rate missing since {date}: {name}. Positions and balances left out: {count}.',
    de: 'Wechselkurs fehlt seit {date}: {name}. Nicht enthaltene Positionen und Guthaben: {count}.',
  },
  report_note_stale_price: {
    'en-US': '{name} was last priced on {date}.',
    de: '{name} wurde zuletzt am {date} bewertet.',
  },
  report_note_stale_rate: {
    'en-US': 'Converted at an older exchange rate: {name}, quoted on {date}.',
    de: 'Zu einem älteren Wechselkurs umgerechnet: {name}, Kurs vom {date}.',
  },
  report_partial_sum: { 'en-US': '{label} (partial)', de: '{label} (unvollständig)' },
  report_fact_partial: { 'en-US': 'Partial', de: 'Unvollständig' },
  report_fact_partial_value: {
    'en-US': '{missing} of {held} positions and balances have no price or rate, see Notes',
    de: '{missing} von {held} Positionen und Guthaben haben keinen Kurs, siehe Anmerkungen',
  },
  report_fact_partial_weight: {
    'en-US': '{missing} of {held} positions and balances, last known weight {share}, see Notes',
    de: '{missing} von {held} Positionen und Guthaben, zuletzt bekanntes Gewicht {share}, siehe Anmerkungen',
  },
  report_note_estimated: {
    'en-US': '{name} was never quoted and stands at the price of its last transaction.',
    de: '{name} wurde nie notiert und steht zum Kurs der letzten Transaktion.',
  },
})
