import type { BankProfile, RowRule } from './profile.ts'

/** DekaBank: daily statements with one part per booking, and quarterly or yearly lists of bookings per fund. */
export const dekabank: BankProfile = {
  bank: 'dekabank',
  recognise: [
    ['www deka de', 'depot tagesauszug'],
    ['www deka de', 'quartalsbericht'],
    ['www deka de', 'jahresdepotauszug'],
    ['www dekabank de', 'depot tagesauszug'],
    ['www dekabank de', 'jahresdepotauszug'],
    ['dekabank', 'deutsche girozentrale', 'anteilumsatz'],
    ['dekabank', 'deutsche girozentrale', 'umsatzart'],
  ],
  tables: [
    {
      when: [['anteilumsatz'], ['depot tagesauszug']],
      currency: 'EUR',
      context: [
        '{|Fonds}Bezeichnung: {name}',
        'ISIN: {isin} {*}',
        '{*}Abrechnungstag: {date}',
        '{*}Umrechnungskurs: {*} {rate}',
      ],
      parts: ['{*}Auftragsnummer:{*}'],
      rows: dailyRows(),
      entry: '{*}Anteilumsatz: {n}',
    },
    {
      currency: 'EUR',
      context: [
        'ISIN: {isin} {*}',
        'ISIN: {isin}',
        'Bestand am {word} {n} {n} {holding}',
        'Bestand am {word} {name} {n} {n} {holding}',
        '{date} {name} {n} {n} {holding}',
        '{name} {isin} {GiroSammel|WR-Gutschrift|Streifband}',
        '{*} per {date}',
        'per {date}',
      ],
      rows: listRows(),
      entry: '{*} {n} {n} {date} {date}',
    },
  ],
}

function dailyRows(): RowRule[] {
  const traded = '{currency} {amount} {foreignCurrency} {foreign} {foreignCurrency} {price} Anteilumsatz:'
  return [
    {
      lines: ['Ausschüttung {currency} {gross} {*}Bestand alt: {shares}'],
      details: ['Verrechnete Steuern {currency} {tax}'],
      kind: 'dividend',
    },
    {
      lines: [
        '- Verrechnete Steuern {word} {n} {currency} {amount} {currency} {price} Anteilumsatz: {shares}',
        '= Wiederanlagebetrag {*}',
      ],
      kind: 'purchase',
    },
    { lines: [`= Wiederanlagebetrag ${traded} {shares}`], kind: 'purchase' },
    {
      lines: [
        '{*}{currency} {gross} Kurs{*}Bestand alt: {n}',
        '- Verrechnete Steuern {currency} {tax} {word} {n} {word} {price} Anteilumsatz: -{shares}',
        '= {Auszahlungsbetrag|Abrechnungsbetrag} {currency} {amount}{*}',
      ],
      kind: 'sale',
    },
    { lines: [`{|=}{|Abrechnungsbetrag|Auszahlungsbetrag} ${traded} -{shares}`], kind: 'sale' },
    { lines: [`{|=} Abrechnungsbetrag ${traded} {shares}`], kind: 'purchase' },
  ]
}

/** Bookings of a fund; in a retirement plan with several funds the row names the fund. */
function listRows(): RowRule[] {
  const values = '{amount} {price} {shares} {word} {date}'
  const ways = (word: string) => [[`${word} ${values}`], [`${word} {name} ${values}`]]
  const rule = (word: string, kind: RowRule['kind'], also?: RowRule['also']) =>
    ways(word).map(lines => ({ lines, kind, ...(also && { also }) }))
  return [
    ...rule(
      '{Ausschüttung / Kauf aus Ertrag|Abrechnungsbetrag Ausschüttung|Abrechnungsbetrag Thesaurierung|Thesaurierung / Kauf aus Ertrag|Wiederanlage|Kauf aus Ertrag}',
      'purchase',
      'dividend',
    ),
    ...rule(
      '{Lastschrifteinzug|Kauf / Tausch|Überweisung|Einzahlung|Dauerauftrag|Vermögenswirksame Leistung|Vermögenswirksame Leistungen|Zuzahlung|Sonderzahlung}',
      'purchase',
    ),
    { lines: [`Kauf ${values}`], kind: 'purchase' },
    ...rule('{Verkauf / Tausch|Schädliche Verwendung|Auszahlplan|Entnahmeplan|Auszahlung}', 'sale'),
    { lines: [`Verkauf ${values}`], kind: 'sale' },
    ...rule('{Zulagenzahlung|Kauf aus Steuererstattung} {year?}', 'inboundDelivery'),
    ...rule('{Steuerrückzahlung|Zulagenrückzahlung}', 'outboundDelivery'),
    ...rule('{Depotpreis|Vertragspreis|Vertragsgebühr|Entgelt Auflösung}', 'sale', 'fee'),
    { lines: ['{amount} EUR {*}wurden für {year} belastet'], kind: 'fee' },
  ]
}
