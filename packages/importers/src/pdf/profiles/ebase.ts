import type { BankProfile, RowRule } from './profile.ts'

/** ebase (FNZ Bank) and its brands: statements of bookings with one part per booking, and account statements. */
export const ebase: BankProfile = {
  bank: 'ebase',
  recognise: [
    ['european bank for financial services'],
    ['financial services gmbh ebase'],
    ['depot bei ebase'],
    ['fnz bank', 'umsatzabrechnung'],
    ['fnz bank', 'depotposition'],
    ['fnz bank', 'depotauszug'],
    ['ebase depot'],
  ],
  ignoreLines: ['verh ltnis 100 25'],
  tables: [
    {
      when: [['kontoauszug nr', 'belegnummer']],
      currency: 'EUR',
      rows: accountRows(),
      entry: '{date} {n} {date} {*} {money} {currency}',
    },
    {
      when: [['depotposition'], ['umsatzart', 'buchungs nr']],
      currency: 'EUR',
      context: ['{*}({|ISIN }{isin})', '{*} ISIN {isin}', '{*}Buchungsdatum {date}'],
      parts: [
        '{*} mit Kursdatum {*} Depotposition {*}',
        '{Vorabpauschale|Fondsertrag|Ertragsausschüttung|Ausschüttung}{*}Depotposition {*}',
        'Entgeltermittlung {*}',
        'Bestand {*}',
      ],
      rows: [...bookingRows(), ...listRows()],
      entry: '{*} {in|aus} Depotposition {*}',
    },
  ],
}

function accountRows(): RowRule[] {
  return [
    {
      lines: ['{date} {n} {value} {text} {money} {currency}'],
      kind: { credit: 'deposit', debit: 'removal' },
      kindByText: [
        { words: ['wertpapier'], rejected: 'other-document' },
        // Collected by the bank or from it: the sign does not tell.
        { words: ['lastschrift'], isUnknown: true },
        { words: ['zins'], kind: { credit: 'interest', debit: 'interestCharge' } },
        { words: ['entgelt', 'gebuhr'], kind: { credit: 'feeRefund', debit: 'fee' } },
        { words: ['steuer'], kind: { credit: 'taxRefund', debit: 'taxes' } },
      ],
    },
  ]
}

/** One part per booking; the costs stand below the line with ISIN, shares and price. */
function bookingRows(): RowRule[] {
  const at = 'mit Kursdatum {word} {in|aus} Depotposition {*}'
  const date = 'Buchungsdatum {date}'
  const traded = (amount: string) => [
    `{isin} {shares} {price} {word} {rate} {${amount}} {currency}`,
    `{isin} {shares} {price} {word} {${amount}} {currency}`,
  ]
  const costs = [
    ['Entgelte {abzgl.|zzgl.} Entgelte', '{*} {fee} {currency}'],
    ['Belastete Entgelte {abzgl.|zzgl.} Entgelte', 'Summe {fee} {currency}'],
    ['Kapitalertragsteuer Solidaritätszuschlag Kirchensteuer {abzgl.|zzgl.} Steuern', '{*} {tax} {currency}'],
    ['Kapitalertragsteuer Solidaritätszuschlag {abzgl.|zzgl.} Steuern', '{*} {tax} {currency}'],
  ]
  const paid = [
    ['Zahlungsbetrag {amount} {currency}'],
    ['Zahlungsbetrag aus {*} {amount} {currency}'],
    ['Abwicklung über {*} Zahlungsbetrag', '{*} {amount} {currency}'],
  ]
  const details = [date, ...traded('gross'), ...costs, ...paid]
  return [
    // Shares sold to pay a fee: nothing is paid out.
    {
      lines: [`{Entgelt Verkauf|Entgeltbelastung Verkauf}{*} ${at}`],
      details: [date, ...traded('amount')],
      kind: 'sale',
      also: 'fee',
    },
    // Shares leave the depot; the rest is sold and pays the fees.
    {
      lines: [`Ausgang {*} ${at}`],
      details: [['Belastete Entgelte {abzgl.|zzgl.} Entgelte', 'Summe {amount} {currency}'], 'zum {date}'],
      kind: 'fee',
    },
    { lines: ['{isin} -{shares} {price} {word} {rate} {amount} {currency}', 'Verkauf'], kind: 'sale' },
    { lines: ['{isin} -{shares} {price} {word} {amount} {currency}', 'Verkauf'], kind: 'sale' },
    {
      lines: ['{isin} -{shares}', 'Übertrag der Anteile'],
      details: ['Gegenwert der Anteile: {amount} {currency}'],
      kind: 'outboundDelivery',
    },
    { lines: ['{*}erfolgt {in|aus} Depotposition {*}'], kind: 'fee', isSkipped: true },
    {
      lines: [`Vorabpauschale{*}Depotposition {*}`],
      details: [
        date,
        '{isin} {shares} ',
        [
          'Kapitalertragsteuer Solidaritätszuschlag Kirchensteuer {abzgl.|zzgl.} Steuern',
          '{*} {amount} {currency}',
        ],
      ],
      kind: 'taxes',
    },
    {
      lines: [`{Fondsertrag|Ertragsausschüttung|Ausschüttung}{*}Depotposition {*}`],
      details,
      kind: 'dividend',
    },
    {
      lines: [
        `{Kauf|Neuanlage|Einmalanlage|VL-Überweisung|Ansparplan|Fondsumschichtung (Zugang)|Wiederanlage|Spitzenausgleich Kauf}{*} ${at}`,
      ],
      details,
      kind: 'purchase',
    },
    {
      lines: [`{Verkauf|Fondsumschichtung (Abgang)|Entnahmeplan|Auszahlplan|Auszahlungsplan}{*} ${at}`],
      details,
      kind: 'sale',
    },
  ]
}

/** Until 2017: one line per booking, with price, shares and amount. */
function listRows(): RowRule[] {
  const values = '{word} {date} {price} {shares} {amount} {currency}'
  return [
    {
      lines: [
        `{Ansparplan|Kauf|Wiederanlage Ertragsausschüttung|Wiederanlage|Fondsumschichtung (Zugang)}{*} ${values}`,
      ],
      kind: 'purchase',
    },
    { lines: [`{Verkauf|Fondsumschichtung (Abgang)|Entnahmeplan|Auszahlplan}{*} ${values}`], kind: 'sale' },
    { lines: [`{Entgelt|Depotführungsentgelt|VL-Vertragsentgelt}{*} ${values}`], kind: 'sale', also: 'fee' },
  ]
}
