import { texts } from '../texts/text.ts'

/** Proposals of reconciliation: causes with their reasons, and what is posted. */
export const proposalTexts = texts({
  reconciliation_proposals: { 'en-US': 'Likely causes', de: 'Wahrscheinliche Ursachen' },
  reconciliation_proposal_of: { 'en-US': 'Cause: {name}', de: 'Ursache: {name}' },
  reconciliation_alternative: { 'en-US': 'Less likely', de: 'Weniger wahrscheinlich' },
  reconciliation_alternatives: { 'en-US': 'Other causes', de: 'Andere Ursachen' },
  reconciliation_post: { 'en-US': 'Post', de: 'Buchen' },
  reconciliation_post_named: { 'en-US': 'Post: {name}', de: 'Buchen: {name}' },
  reconciliation_posted: { 'en-US': 'Posted', de: 'Gebucht' },
  reconciliation_posted_by: { 'en-US': 'Posted by {name}, {time}', de: 'Gebucht von {name}, {time}' },
  reconciliation_undo: { 'en-US': 'Undo', de: 'Rückgängig' },
  reconciliation_undo_named: { 'en-US': 'Undo: {name}', de: 'Rückgängig: {name}' },
  reconciliation_undone: { 'en-US': 'Undone', de: 'Rückgängig gemacht' },
  reconciliation_unexplained: {
    'en-US': 'No likely cause found. Ask the custodian for the transactions.',
    de: 'Keine wahrscheinliche Ursache gefunden. Fragen Sie die Depotbank nach den Transaktionen.',
  },
  reconciliation_add_security: { 'en-US': 'Add security', de: 'Titel hinzufügen' },
  reconciliation_add_security_named: { 'en-US': 'Add security: {name}', de: 'Titel hinzufügen: {name}' },
  reconciliation_security_name: { 'en-US': 'Name', de: 'Name' },
  reconciliation_security_type: { 'en-US': 'Type', de: 'Art' },
  reconciliation_security_added: {
    'en-US': '{name} added. Now post its transaction.',
    de: '{name} hinzugefügt. Buchen Sie nun die Transaktion.',
  },
  reconciliation_security_not_allowed: {
    'en-US': 'Your account manager can add it.',
    de: 'Ihr Kundenberater kann ihn hinzufügen.',
  },
  reconciliation_nothing_to_post: {
    'en-US': 'Nothing to post: it resolves on settlement.',
    de: 'Nichts zu buchen: Die Abweichung entfällt mit der Abwicklung.',
  },
  reconciliation_not_allowed: {
    'en-US': 'Your account manager can post this.',
    de: 'Ihr Kundenberater kann das buchen.',
  },
  reconciliation_effect: { 'en-US': 'Effect', de: 'Auswirkung' },
  reconciliation_breaks_after: {
    'en-US': '{before} before, {after} after',
    de: '{before} vorher, {after} nachher',
  },
  reconciliation_action_add: { 'en-US': 'New', de: 'Neu' },
  reconciliation_action_correct: { 'en-US': 'Correct', de: 'Korrigieren' },
  reconciliation_action_void: { 'en-US': 'Void', de: 'Stornieren' },
  reconciliation_new_date: { 'en-US': '{before} → {after}', de: '{before} → {after}' },
  reconciliation_fees: { 'en-US': 'fees {amount}', de: 'Gebühren {amount}' },
  reconciliation_taxes: { 'en-US': 'taxes {amount}', de: 'Steuern {amount}' },
  reconciliation_parts: { 'en-US': 'Statements of the day', de: 'Auszüge des Tages' },
  reconciliation_scope_account: { 'en-US': 'account', de: 'Konto' },
  reconciliation_scope_holdings: { 'en-US': 'holdings', de: 'Bestände' },
  reconciliation_scope_cash: { 'en-US': 'cash', de: 'Liquidität' },
  reconciliation_replaced: { 'en-US': 'replaced by a later one', de: 'durch einen späteren ersetzt' },
  reconciliation_left_out: {
    'en-US':
      'Compared without {numbers}: no account has these numbers yet. Are they numbers of this account, one for each currency?',
    de: 'Abgeglichen ohne {numbers}: Diese Nummern hat noch kein Konto. Sind es Nummern dieses Kontos, eine für jede Währung?',
  },
  reconciliation_other_account: { 'en-US': 'Another account number', de: 'Andere Kontonummer' },
  reconciliation_other_account_confirm: { 'en-US': 'Yes, it is this account', de: 'Ja, es ist dieses Konto' },
  reconciliation_tolerance_limit: {
    'en-US': 'At most {price} % of the price, {rate} % of the exchange rate and {interest} of interest.',
    de: 'Höchstens {price} % des Kurses, {rate} % des Wechselkurses und {interest} Zins.',
  },
  reconciliation_reason_unknown_security: {
    'en-US':
      'The statement has {quantity} {name}, a security you do not have yet. Add it first; then its transaction is proposed.',
    de: 'Der Auszug nennt {quantity} {name}, einen Titel, den Sie noch nicht haben. Fügen Sie ihn zuerst hinzu; dann wird die Transaktion vorgeschlagen.',
  },
  reconciliation_reason_unknown_paid: {
    'en-US': 'The difference of {amount} {currency} in cash may be its payment.',
    de: 'Die Abweichung von {amount} {currency} beim Geld ist vielleicht seine Zahlung.',
  },
  reconciliation_reason_late_transaction: {
    'en-US': '{type} of {date} was posted, but after the statement.',
    de: '{type} vom {date} wurde gebucht, aber erst nach dem Auszug.',
  },
  reconciliation_reason_unsettled: {
    'en-US': '{type} settles on {date}, after the statement.',
    de: '{type} wird erst am {date} abgewickelt, nach dem Auszug.',
  },
  reconciliation_reason_duplicate_transaction: {
    'en-US': '{type} of {date} was posted twice.',
    de: '{type} vom {date} ist doppelt gebucht.',
  },
  reconciliation_reason_extra_transaction: {
    'en-US': '{type} of {date} explains the difference exactly; it is not in the statement.',
    de: '{type} vom {date} erklärt die Abweichung genau; im Auszug fehlt sie.',
  },
  reconciliation_reason_wrong_account: {
    'en-US': '{type} of {date} is posted in another account and explains the difference exactly.',
    de: '{type} vom {date} ist in einem anderen Konto gebucht und erklärt die Abweichung genau.',
  },
  reconciliation_reason_split_ratio: {
    'en-US': 'The statement has {theirs} units, the ledger {ours}: {numerator} for {denominator}.',
    de: 'Der Auszug nennt {theirs} Einheiten, die Buchhaltung {ours}: {numerator} für {denominator}.',
  },
  reconciliation_reason_split_known: {
    'en-US': 'A split of {date} is known for the instrument.',
    de: 'Für das Instrument ist ein Split vom {date} bekannt.',
  },
  reconciliation_reason_split_price_drop: {
    'en-US': 'The price changed in the inverse ratio on {date}, from {before} to {price}.',
    de: 'Der Kurs änderte sich am {date} im umgekehrten Verhältnis, von {before} auf {price}.',
  },
  reconciliation_reason_split_price_statement: {
    'en-US': 'The statement price is {price}, the ledger price {before}: the inverse ratio.',
    de: 'Der Auszug bewertet zu {price}, die Buchhaltung zu {before}: das umgekehrte Verhältnis.',
  },
  reconciliation_reason_expired: { 'en-US': 'Expired on {date}.', de: 'Verfallen am {date}.' },
  reconciliation_reason_merger: {
    'en-US': '{name} is missing and {other} of about the same value is new, without a payment.',
    de: '{name} fehlt, und {other} von etwa gleichem Wert ist neu, ohne Zahlung.',
  },
  reconciliation_reason_no_payment: {
    'en-US': 'The quantity differs, and no cash moved for it.',
    de: 'Die Anzahl weicht ab, und es floss kein Geld dafür.',
  },
  reconciliation_reason_staking_reward: {
    'en-US': 'A few units more, without a payment: a staking reward.',
    de: 'Wenige Einheiten mehr, ohne Zahlung: ein Staking-Ertrag.',
  },
  reconciliation_reason_buy_and_cash: {
    'en-US': '{quantity} {name} more and {amount} {currency} less: a purchase.',
    de: '{quantity} {name} mehr und {amount} {currency} weniger: ein Kauf.',
  },
  reconciliation_reason_sell_and_cash: {
    'en-US': '{quantity} {name} fewer and {amount} {currency} more: a sale.',
    de: '{quantity} {name} weniger und {amount} {currency} mehr: ein Verkauf.',
  },
  reconciliation_reason_contracts_bought: {
    'en-US': '{quantity} {name} more: contracts that were bought. Entering them costs nothing.',
    de: '{quantity} {name} mehr: gekaufte Kontrakte. Ihr Eingehen kostet nichts.',
  },
  reconciliation_reason_contracts_sold: {
    'en-US': '{quantity} {name} fewer: contracts that were sold.',
    de: '{quantity} {name} weniger: verkaufte Kontrakte.',
  },
  reconciliation_reason_contract_gain: {
    'en-US': 'Their gain or loss of {amount} {currency} is paid in cash.',
    de: 'Ihr Gewinn oder Verlust von {amount} {currency} wird bar bezahlt.',
  },
  reconciliation_reason_price_is_close: {
    'en-US': 'At the close of {date}, {price}.',
    de: 'Zum Schlusskurs vom {date}, {price}.',
  },
  reconciliation_reason_price_implied: {
    'en-US': 'The price of {price} follows from the cash.',
    de: 'Der Kurs von {price} folgt aus dem Geldbetrag.',
  },
  reconciliation_reason_price_and_costs: {
    'en-US':
      'The price of {price} follows from the cash. Fees or taxes in it cannot be told apart: no known price leaves a usual fee or tax.',
    de: 'Der Kurs von {price} folgt aus dem Geldbetrag. Gebühren oder Steuern darin lassen sich nicht trennen: Kein bekannter Kurs lässt eine übliche Gebühr oder Steuer übrig.',
  },
  reconciliation_reason_price_is_stated: {
    'en-US': 'At the price of the statement, {price}.',
    de: 'Zum Kurs des Auszugs, {price}.',
  },
  reconciliation_reason_rest_is_tax: {
    'en-US': 'The remaining {amount} {currency} is {percent} % of the proceeds: withholding tax.',
    de: 'Der Rest von {amount} {currency} ist {percent} % des Erlöses: Quellensteuer.',
  },
  reconciliation_reason_rest_is_gain_tax: {
    'en-US': 'The remaining {amount} {currency} is {percent} % of the gain: a tax on it.',
    de: 'Der Rest von {amount} {currency} ist {percent} % des Gewinns: die Steuer darauf.',
  },
  reconciliation_reason_rest_is_unclear: {
    'en-US':
      'The remaining {amount} {currency} is more than a usual fee and no usual tax. The statement does not tell fee and tax apart: it is posted as tax.',
    de: 'Der Rest von {amount} {currency} ist mehr als eine übliche Gebühr und keine übliche Steuer. Der Auszug trennt Gebühr und Steuer nicht: Er wird als Steuer gebucht.',
  },
  reconciliation_reason_rest_is_fee: {
    'en-US': 'The remaining {amount} {currency} is the fee.',
    de: 'Der Rest von {amount} {currency} ist die Gebühr.',
  },
  reconciliation_reason_with_accrued: {
    'en-US': 'With accrued interest of {amount} {currency}.',
    de: 'Mit Marchzins von {amount} {currency}.',
  },
  reconciliation_reason_conversion: {
    'en-US': '{currency} is less and {other} more at {rate}, close to the market rate.',
    de: '{currency} ist weniger und {other} mehr, zu {rate}, nahe am Marktkurs.',
  },
  reconciliation_reason_income_calendar: {
    'en-US': '{name} paid {amount} {currency}, due on {date} and not posted.',
    de: '{name} zahlte {amount} {currency}, fällig am {date} und nicht gebucht.',
  },
  reconciliation_reason_income_habit: {
    'en-US': '{name} paid the same amount before, at this time of the year.',
    de: '{name} zahlte um diese Zeit schon einmal denselben Betrag.',
  },
  reconciliation_reason_with_tax: {
    'en-US': 'After a withholding tax of {amount} {currency}.',
    de: 'Nach Quellensteuer von {amount} {currency}.',
  },
  reconciliation_reason_tax_of_income: {
    'en-US': '{amount} {currency} is the withholding tax on the income of {date}.',
    de: '{amount} {currency} ist die Quellensteuer auf den Ertrag vom {date}.',
  },
  reconciliation_reason_fee_habit: {
    'en-US': 'A similar fee was charged on {date}.',
    de: 'Eine ähnliche Gebühr wurde am {date} belastet.',
  },
  reconciliation_reason_fee_size: {
    'en-US': '{amount} {currency} less cash and no other line differs: the size of a fee.',
    de: '{amount} {currency} weniger Geld, und keine andere Zeile weicht ab: die Höhe einer Gebühr.',
  },
  reconciliation_reason_interest_size: {
    'en-US': '{amount} {currency} more cash: the size of interest.',
    de: '{amount} {currency} mehr Geld: die Höhe von Zinsen.',
  },
  reconciliation_reason_flow_round: {
    'en-US': 'A round amount of {amount} {currency}: a deposit or withdrawal.',
    de: 'Ein runder Betrag von {amount} {currency}: eine Ein- oder Auszahlung.',
  },
  reconciliation_reason_flow_other: {
    'en-US': '{amount} {currency} that nothing else explains.',
    de: '{amount} {currency}, die sonst nichts erklärt.',
  },
})
