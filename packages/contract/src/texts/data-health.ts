import { texts } from './text.ts'

/** What a check of the data found: why, what it does and what would mend it. */
export const dataHealthTexts = texts({
  finding_price_missing: { 'en-US': 'Missing prices', de: 'Fehlende Kurse' },
  finding_price_old: { 'en-US': 'Old prices', de: 'Alte Kurse' },
  finding_price_jump: { 'en-US': 'Jumps of prices', de: 'Kurssprünge' },
  finding_rate_missing: { 'en-US': 'Missing rates', de: 'Fehlende Wechselkurse' },
  finding_orphan_sale: { 'en-US': 'Orphan sales', de: 'Verkäufe ohne Kauf' },
  finding_negative_quantity: { 'en-US': 'Negative quantities', de: 'Negative Bestände' },
  finding_negative_cash: { 'en-US': 'Negative cash', de: 'Negatives Guthaben' },
  finding_duplicate: { 'en-US': 'Duplicates', de: 'Doppelte Buchungen' },
  finding_unclassified: { 'en-US': 'Unclassified', de: 'Nicht eingeordnet' },
  finding_split_not_booked: { 'en-US': 'Splits not booked', de: 'Nicht gebuchte Splits' },
  finding_valuation_old: { 'en-US': 'Old valuations', de: 'Alte Bewertungen' },
  finding_overdue_payment: { 'en-US': 'Overdue payments', de: 'Überfällige Zahlungen' },
  finding_weight_figure: { 'en-US': 'Touch a figure', de: 'Berühren eine Zahl' },
  finding_weight_grouping: { 'en-US': 'Only for grouping', de: 'Nur fürs Gruppieren' },
  finding_weight_confirm: { 'en-US': 'To confirm', de: 'Zu bestätigen' },
  finding_price_missing_reason: {
    'en-US': 'There was never a price, nor a trade.',
    de: 'Es gab nie einen Kurs und keinen Handel.',
  },
  finding_price_missing_effect: { 'en-US': 'Not in the totals', de: 'Fehlt in den Summen' },
  finding_price_old_reason: {
    'en-US': 'Last price {price} {currency} of {date}, {days} days old.',
    de: 'Letzter Kurs {price} {currency} vom {date}, {days} Tage alt.',
  },
  finding_price_old_effect: { 'en-US': 'Valued at that price', de: 'Zu diesem Kurs bewertet' },
  finding_price_jump_reason: {
    'en-US': '{change} on {date}, from {before} to {price}.',
    de: '{change} am {date}, von {before} auf {price}.',
  },
  finding_price_jump_effect: {
    'en-US': 'Moves value and P&L that day',
    de: 'Bewegt Wert und G&V an dem Tag',
  },
  finding_rate_missing_reason: {
    'en-US': 'There is no rate from {currency}.',
    de: 'Es gibt keinen Wechselkurs von {currency}.',
  },
  finding_rate_missing_effect: { 'en-US': 'Amounts count as nothing', de: 'Beträge zählen nicht mit' },
  finding_orphan_sale_reason: {
    'en-US': 'Sold {quantity} more than were held, since {date}.',
    de: '{quantity} mehr verkauft als vorhanden, seit {date}.',
  },
  finding_orphan_sale_effect: {
    'en-US': 'Realized P&L of the sale rests on no cost',
    de: 'Der realisierte Erfolg hat keinen Einstand',
  },
  finding_negative_quantity_reason: {
    'en-US': 'Below zero from {date} to {until}: sold before it was bought.',
    de: 'Unter null vom {date} bis {until}: vor dem Kauf verkauft.',
  },
  finding_negative_quantity_effect: { 'en-US': 'P&L of these days', de: 'G&V dieser Tage' },
  finding_negative_cash_reason: {
    'en-US': 'The balance is {price} {currency}.',
    de: 'Der Saldo ist {price} {currency}.',
  },
  finding_negative_cash_effect: {
    'en-US': 'A deposit may be missing',
    de: 'Vielleicht fehlt eine Einzahlung',
  },
  finding_duplicate_reason: {
    'en-US': '{count} bookings of {date} with the same type, amount and instrument.',
    de: '{count} Buchungen vom {date} mit gleicher Art, gleichem Betrag und Instrument.',
  },
  finding_duplicate_effect: { 'en-US': 'Perhaps counted twice', de: 'Vielleicht doppelt gezählt' },
  finding_unclassified_reason: { 'en-US': 'No {what}.', de: 'Kein Eintrag: {what}.' },
  finding_unclassified_effect: {
    'en-US': 'Stands under “none” in groups',
    de: 'Steht in Gruppen unter «ohne»',
  },
  finding_what_sector: { 'en-US': 'sector', de: 'Sektor' },
  finding_what_country: { 'en-US': 'country', de: 'Land' },
  finding_what_both: { 'en-US': 'sector and no country', de: 'Sektor und Land' },
  finding_split_not_booked_reason: {
    'en-US': 'Split {change} of {date} is in the prices and not in the ledger.',
    de: 'Split {change} vom {date} ist in den Kursen und nicht im Bestand.',
  },
  finding_split_not_booked_effect: {
    'en-US': 'Value is wrong since then',
    de: 'Der Wert stimmt seither nicht',
  },
  finding_valuation_old_reason: {
    'en-US': 'Last valued on {date}. Valuations do not go stale; this is a reminder.',
    de: 'Zuletzt bewertet am {date}. Bewertungen veralten nicht; dies ist eine Erinnerung.',
  },
  finding_valuation_old_effect: { 'en-US': 'Valued as of then', de: 'Bewertet wie damals' },
  finding_overdue_payment_reason: {
    'en-US': 'A payment is due for more than ten days.',
    de: 'Eine Zahlung ist seit mehr als zehn Tagen fällig.',
  },
  finding_overdue_payment_effect: { 'en-US': 'Counted as a claim', de: 'Als Anspruch gezählt' },
  finding_price_missing_remedy: { 'en-US': 'Set a price', de: 'Kurs setzen' },
  finding_price_old_remedy: { 'en-US': 'Set a price', de: 'Kurs setzen' },
  finding_price_jump_remedy: { 'en-US': 'Check the price', de: 'Kurs prüfen' },
  finding_rate_missing_remedy: { 'en-US': 'Upload rates', de: 'Wechselkurse hochladen' },
  finding_orphan_sale_remedy: { 'en-US': 'Book the purchase', de: 'Kauf buchen' },
  finding_negative_quantity_remedy: { 'en-US': 'Correct the dates', de: 'Daten korrigieren' },
  finding_negative_cash_remedy: { 'en-US': 'Book the deposit', de: 'Einzahlung buchen' },
  finding_duplicate_remedy: { 'en-US': 'Void one', de: 'Eine stornieren' },
  finding_unclassified_remedy: { 'en-US': 'Set it', de: 'Eintragen' },
  finding_split_not_booked_remedy: { 'en-US': 'Book the split', de: 'Split buchen' },
  finding_valuation_old_remedy: { 'en-US': 'Add a valuation', de: 'Bewertung hinzufügen' },
  finding_overdue_payment_remedy: { 'en-US': 'Book the payment', de: 'Zahlung buchen' },
})
