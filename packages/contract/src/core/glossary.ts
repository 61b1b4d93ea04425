/** One term per concept: variants that no text may use, and the term to use instead. Matched as whole words. */
export interface Term {
  use: string
  never: RegExp
  /** Keys of texts that need the variant for another meaning. */
  except?: readonly string[]
}

export const englishTerms: readonly Term[] = [
  { use: 'post, posted (transactions)', never: /\b(book|books|booked|booking|bookings)\b/i },
  { use: 'email', never: /\be-mails?\b|\bmails?\b(?! server)/i },
  { use: 'manual, manually', never: /\bby hand\b/i },
  { use: 'type', never: /\bkinds?\b/i },
  { use: 'exchange rate', never: /\bno rate\b|\bprice or rate\b/i },
  { use: 'stale price', never: /\bold (price|rate)s?\b/i },
  { use: 'annualized, per year', never: /\ba year\b(?! such)/i },
  { use: 'two-factor authentication', never: /\bsecond factors?\b|\btwo-factor\b(?! authentication)/i },
  { use: 'fix', never: /\bmend(s|ed)?\b/i },
  { use: 'use, add', never: /\btak(e|es|en) (over|back|out)\b/i },
  { use: 'appear, is', never: /\bstands?\b/i },
  { use: 'lowercase letters', never: /\bsmall letters\b/i },
  { use: 'largest drawdown', never: /\bdeepest\b/i },
  { use: 'US spelling', never: /\b\w+(ised|isation)\b|\bcolour|\bfavourite/i },
  { use: 'create', never: /\b(is|was|were|been) made\b/i },
  { use: 'required', never: /\bis needed\b/i },
  { use: 'net asset value', never: /\bnet worth\b/i },
  { use: 'no, not found', never: /\bknows none\b|\bruns? dry\b|\brun out\b/i },
]

export const germanTerms: readonly Term[] = [
  { use: 'ss (Swiss spelling)', never: /ß/ },
  { use: 'Kundenberater', never: /\bBetreuers?\b|Kundenbetreu/ },
  { use: 'Nettozufluss', never: /Netto-?[Gg]eldfluss/ },
  { use: 'Watchlist', never: /Beobachtungsliste/ },
  { use: 'Anzahl', never: /\bMengen?\b|Stückzahl|\bStück\b/ },
  { use: 'Liquidität, Kontostand', never: /\bGuthaben\b|\bBarmittel\b/ },
  { use: 'Transaktion', never: /\bBuchung(en)?\b/ },
  { use: 'Version', never: /\bFassung(en)?\b/ },
  { use: 'E-Mail', never: /(?<!E-)\bMails?\b/ },
  { use: 'Benachrichtigung', never: /\bMitteilung(en)?\b/ },
  { use: 'Tranche', never: /\bLose?\b/ },
  { use: 'G/V', never: /G&V/ },
  { use: 'manuell', never: /\bvon Hand\b/ },
  { use: 'rückgängig machen', never: /zurück(zu)?nehmen|zurückgenommen/i },
  { use: 'Nettovermögen', never: /\bNAV\b/ },
  { use: 'API-Token', never: /API-Schlüssel/ },
  { use: 'Berichtswährung', never: /Rechenwährung/ },
  { use: 'anzeigen', never: /\b(zeigen|gezeigt\w*)\b/ },
  { use: 'Leg', never: /\bBeine?\b/ },
  { use: 'Anlageart', never: /Instrumenttyp/ },
  { use: 'Titel', never: /Wertpapier/ },
  { use: 'gebucht', never: /\bverbuch/i },
  { use: 'Rückgang', never: /Drawdowns?/ },
  { use: 'Darlehen', never: /\bKredit/ },
  { use: 'Administrator', never: /\bdie Administration\b/i },
  { use: 'das Token', never: /\b(der|den|einen|diesen) Token\b/i },
]
