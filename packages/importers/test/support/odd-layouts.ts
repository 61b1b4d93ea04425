import { writeXlsx } from './write-xlsx.ts'

/** A file in an unusual layout, and the transactions that it states: day, kind, units, cash, currency. */
export interface OddLayout {
  readonly bytes: Uint8Array
  readonly states: readonly string[]
  /** How many of them are read if every proposal is accepted; the others are problems. */
  readonly right: number
}

const latin = (lines: readonly string[], end = '\r\n') => Buffer.from(lines.join(end), 'latin1')
const utf8 = (lines: readonly string[], end = '\n') => Buffer.from(lines.join(end))
const bigEndian = (lines: readonly string[]) =>
  Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(lines.join('\r\n'), 'utf16le').swap16()])
const littleEndian = (lines: readonly string[]) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines.join('\r\n'), 'utf16le')])

const quay = 'US99QUAY0006'
const nord = 'DE000A9NORD1'
const tableRow = (cells: readonly string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`

export const oddLayouts: Readonly<Record<string, OddLayout>> = {
  'German, Windows-1252, preamble, Soll and Haben, sums below': {
    bytes: latin([
      'Uferbank AG;;;;;',
      'Kontoauszug f\u00fcr Frau J. M\u00fcller;;;;;',
      'Konto;4711 0815;;;;',
      'Zeitraum;01.01.2026 - 31.03.2026;;;;',
      ';;;;;',
      'Buchungstag;Valuta;Buchungsart;W\u00e4hrung;Soll;Haben',
      '05.01.2026;05.01.2026;Einzahlung;EUR;;12.500,00',
      '16.02.2026;18.02.2026;Zinsen;EUR;;31,20',
      '31.03.2026;31.03.2026;Depotgeb\u00fchr;EUR;18,75;',
      'Summe;;;;18,75;12.531,20',
    ]),
    states: [
      '2026-01-05 deposit - 12500 EUR',
      '2026-02-16 interest - 31.2 EUR',
      '2026-03-31 fees_cash - 18.75 EUR',
    ],
    right: 3,
  },
  'French, UTF-16 with big end first, tabs, spaces between thousands': {
    bytes: bigEndian([
      'Date\tOpération\tCode ISIN\tQuantité\tCours\tFrais\tMontant net\tDevise',
      `12/01/2026\tAchat\t${nord}\t1 200\t24,50\t9,90\t-29 409,90\tEUR`,
      `26/02/2026\tVente\t${nord}\t200\t25,00\t4,90\t4 995,10\tEUR`,
      `31/03/2026\tVersement\t\t\t\t\t1 000,00\tEUR`,
    ]),
    states: [
      '2026-01-12 trade 1200 29409.9 EUR',
      '2026-02-26 trade -200 4995.1 EUR',
      '2026-03-31 deposit - 1000 EUR',
    ],
    right: 3,
  },
  'Swiss, bars, apostrophes, years of two digits': {
    bytes: utf8([
      'Datum|Transaktion|ISIN|Anzahl|Kurs|Spesen|Nettobetrag|Währung',
      `12.01.26|Kauf|${nord}|1'000|24.50|30.00|-24'530.00|CHF`,
      `13.02.26|Verkauf|${nord}|400|26.00|20.00|10'380.00|CHF`,
    ]),
    states: ['2026-01-12 trade 1000 24530 CHF', '2026-02-13 trade -400 10380 CHF'],
    right: 2,
  },
  'American, dollar signs, brackets for minus, legal notice below': {
    bytes: utf8([
      '"Activity for account ending 1234"',
      '',
      '"Trade Date","Action","Symbol","Quantity","Price","Commission","Amount"',
      '"01/12/2026","Buy","QUAY","1,000","$12.50","$4.95","($12,504.95)"',
      '"02/27/2026","Sell","QUAY","250","$14.00","$4.95","$3,495.05"',
      '"03/31/2026","Dividend","QUAY","","","","$187.50"',
      '',
      '"Securities products are not insured, may lose value, and are not guaranteed."',
    ]),
    states: [
      '2026-01-12 trade 1000 12504.95 USD',
      '2026-02-27 trade -250 3495.05 USD',
      '2026-03-31 dividend - 187.5 USD',
    ],
    right: 3,
  },
  'Italian, a web page with a menu and two tables, Dare and Avere': {
    bytes: utf8([
      '<html><head><meta charset="utf-8"></head><body><table><tr><td>Home</td><td>Esci</td></tr></table>',
      `<table>${tableRow(['Data operazione', 'Tipo operazione', 'Divisa', 'Dare', 'Avere'])}`,
      tableRow(['05/01/2026', 'Bonifico in entrata', 'EUR', '', '3.000,00']),
      tableRow(['20/02/2026', 'Commissioni', 'EUR', '12,50', '']),
      tableRow(['25/03/2026', 'Interessi', 'EUR', '', '4,10']),
      `</table><table>${tableRow(['Titolo', 'Saldo'])}${tableRow(['Nord', '10'])}</table></body></html>`,
    ]),
    states: [
      '2026-01-05 deposit - 3000 EUR',
      '2026-02-20 fees_cash - 12.5 EUR',
      '2026-03-25 interest - 4.1 EUR',
    ],
    right: 3,
  },
  'Dutch, currency before each number': {
    bytes: utf8([
      'Datum;Transactietype;ISIN;Aantal;Koers;Kosten;Bedrag',
      `12-01-2026;Koop;${nord};100;EUR 24,50;EUR 4,90;EUR -2.454,90`,
      `16-02-2026;Verkoop;${nord};40;EUR 25,00;EUR 4,90;EUR 995,10`,
      `31-03-2026;Dividend;${nord};;;;EUR 36,00`,
    ]),
    states: [
      '2026-01-12 trade 100 2454.9 EUR',
      '2026-02-16 trade -40 995.1 EUR',
      '2026-03-31 dividend - 36 EUR',
    ],
    right: 3,
  },
  'Spanish, ISO 8859-1, amounts without signs, Cargo and Abono': {
    bytes: latin([
      'Fecha operaci\u00f3n;Concepto;Cargo;Abono;Divisa',
      '05/01/2026;Ingreso;;2.000,00;EUR',
      '13/02/2026;Comisi\u00f3n;6,05;;EUR',
      '27/03/2026;Intereses;;1,35;EUR',
    ]),
    states: [
      '2026-01-05 deposit - 2000 EUR',
      '2026-02-13 fees_cash - 6.05 EUR',
      '2026-03-27 interest - 1.35 EUR',
    ],
    right: 3,
  },
  'Swedish, UTF-16 with little end first, tabs, currency behind each number': {
    bytes: littleEndian([
      'Datum\tTyp av transaktion\tISIN\tAntal\tKurs\tCourtage\tBelopp',
      `2026-01-12\tKöp\t${nord}\t100\t210,50 SEK\t39,00 SEK\t-21 089,00 SEK`,
      `2026-02-26\tSälj\t${nord}\t50\t220,00 SEK\t39,00 SEK\t10 961,00 SEK`,
    ]),
    states: ['2026-01-12 trade 100 21089 SEK', '2026-02-26 trade -50 10961 SEK'],
    right: 2,
  },
  'a workbook with holdings before the transactions, empty lines and a sum': {
    bytes: writeXlsx([
      {
        name: 'Holdings',
        rows: [
          ['ISIN', 'Name', 'Units', 'Value'],
          [quay, 'Quay Lines', 80, 1120],
        ],
      },
      {
        name: 'Transactions',
        rows: [
          ['Quarter 1'],
          [],
          ['Date', 'Type', 'ISIN', 'Units', 'Price', 'Currency', 'Net amount'],
          [{ day: '2026-01-12' }, 'Buy', quay, 100, 12.5, 'USD', -1250],
          [],
          [{ day: '2026-02-26' }, 'Sell', quay, 20, 14, 'USD', 280],
          ['Total', '', '', '', '', 'USD', -970],
        ],
      },
    ]),
    states: ['2026-01-12 trade 100 1250 USD', '2026-02-26 trade -20 280 USD'],
    right: 2,
  },
  'a workbook with groups of columns above the names of columns': {
    bytes: writeXlsx([
      {
        name: 'Report',
        rows: [
          ['', '', 'Security', '', 'Order', '', 'Cash', ''],
          ['Date', 'Type', 'ISIN', 'Name', 'Quantity', 'Price', 'Amount', 'Currency'],
          [{ day: '2026-01-12' }, 'Buy', quay, 'Quay Lines', 100, 12.5, -1250, 'USD'],
          [{ day: '2026-03-31' }, 'Deposit', '', '', '', '', 400, 'USD'],
        ],
      },
    ]),
    states: ['2026-01-12 trade 100 1250 USD', '2026-03-31 deposit - 400 USD'],
    right: 2,
  },
  'two tables of different columns in one file': {
    bytes: utf8([
      'Date,Type,Amount,Currency',
      '2026-01-05,Deposit,5000.00,USD',
      '2026-01-30,Interest,3.25,USD',
      '',
      'Date,Type,ISIN,Quantity,Price,Amount,Currency',
      `2026-01-12,Buy,${quay},100,12.50,-1250.00,USD`,
    ]),
    states: [
      '2026-01-05 deposit - 5000 USD',
      '2026-01-30 interest - 3.25 USD',
      '2026-01-12 trade 100 1250 USD',
    ],
    right: 1,
  },
  'a line that names the separator, an instruction in the cells of names': {
    bytes: utf8([
      'sep=;',
      'Date;Type;Name;ISIN;Quantity;Price;Amount;Currency',
      `2026-01-12;Buy;"=HYPERLINK(""x"")";${quay};100;12.5;-1250;USD`,
      `2026-02-26;Sell;"Quay; Lines";${quay};20;14;280;USD`,
    ]),
    states: ['2026-01-12 trade 100 1250 USD', '2026-02-26 trade -20 280 USD'],
    right: 2,
  },
  'a side column, amounts without signs and before costs': {
    bytes: utf8([
      'Trade date;B/S;ISIN;Quantity;Price;Gross amount;Commission;Currency',
      `2026-01-12;B;${quay};100;12.50;1250.00;4.90;USD`,
      `2026-02-26;S;${quay};20;14.00;280.00;4.90;USD`,
    ]),
    states: ['2026-01-12 trade 100 1254.9 USD', '2026-02-26 trade -20 275.1 USD'],
    right: 0,
  },
  'dates without separators, minus behind the number': {
    bytes: utf8([
      'Buchungsdatum;Buchungsart;ISIN;Stück;Kurs;Betrag;Währung',
      `20260112;Kauf;${nord};100;24,50;2.450,00-;EUR`,
      `20260226;Verkauf;${nord};40;25,00;1.000,00;EUR`,
      '20260331;Gebühren;;;;7,50-;EUR',
    ]),
    states: [
      '2026-01-12 trade 100 2450 EUR',
      '2026-02-26 trade -40 1000 EUR',
      '2026-03-31 fees_cash - 7.5 EUR',
    ],
    right: 3,
  },
  'names of months, old line ends, line breaks within cells, newest first': {
    bytes: utf8(
      [
        '\ufeff"Ccy","Booked","Kind","ISIN","Units","Price","Net"',
        `"USD","26-Feb-2026","Sale","${quay}","20","14.00","280.00"`,
        `"USD","12-Jan-2026","Purchase","${quay}","100","12.50","-1,250.00"`,
      ],
      '\r',
    ),
    states: ['2026-01-12 trade 100 1250 USD', '2026-02-26 trade -20 280 USD'],
    right: 2,
  },
  'days and months that can be exchanged in every row': {
    bytes: utf8([
      'Date,Type,Amount,Currency',
      '03/04/2026,Deposit,100.00,EUR',
      '05/06/2026,Withdrawal,-50.00,EUR',
    ]),
    states: ['2026-04-03 deposit - 100 EUR', '2026-06-05 withdrawal - 50 EUR'],
    right: 0,
  },
  'numbers that can be thousands or thousandths': {
    bytes: utf8([
      'Datum;Art;ISIN;Stück;Betrag;Währung',
      `13.01.2026;Kauf;${nord};1.250;-30.625;EUR`,
      `27.02.2026;Verkauf;${nord};1.250;31.250;EUR`,
    ]),
    states: ['2026-01-13 trade 1250 30625 EUR', '2026-02-27 trade -1250 31250 EUR'],
    right: 0,
  },
}
