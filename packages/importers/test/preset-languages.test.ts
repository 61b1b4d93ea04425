import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

/** A file of a program in one language: its columns, its kinds of rows, and how it writes numbers. */
interface Words {
  columns: string
  kinds: readonly string[]
  decimalMark: ',' | '.'
}

const performance: Record<string, Words> = {
  English: {
    columns:
      'Date;Type;Value;Transaction Currency;Gross Amount;Currency Gross Amount;Exchange Rate;Fees;Taxes;Shares;ISIN;WKN;Ticker Symbol;Security Name;Note',
    kinds: [
      'Deposit',
      'Buy',
      'Sell',
      'Dividend',
      'Interest',
      'Interest Charge',
      'Fees',
      'Taxes',
      'Tax Refund',
    ],
    decimalMark: '.',
  },
  German: {
    columns:
      'Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz',
    kinds: [
      'Einlage',
      'Kauf',
      'Verkauf',
      'Dividende',
      'Zinsen',
      'Zinsbelastung',
      'Gebühren',
      'Steuern',
      'Steuerrückerstattung',
    ],
    decimalMark: ',',
  },
  French: {
    columns:
      "Date;Type;Valeur;Devise de l'opération;Montant brut;Montant brut en devise;Taux de change;Frais;Impôts / Taxes;Parts;ISIN;WKN;Symbole boursier;Nom du titre;Note",
    kinds: [
      'Dépôt',
      'Achat',
      'Vente',
      'Dividendes',
      'Intérêts',
      "Frais d'Intérêts",
      'Frais',
      'Impôts / Taxes',
      'Remboursement Impôts / Taxes',
    ],
    decimalMark: ',',
  },
  Italian: {
    columns:
      'Data;Tipo;Valore;Valuta  Operazione;Importo Lordo;Importo lordo valuta;Tasso di cambio;Commissioni;Tasse;Azioni;ISIN;WKN;Simbolo Titolo;Nome Titolo;Note',
    kinds: [
      'Deposita',
      'Compra',
      'Vendi',
      'Dividendo',
      'Interesse',
      'Interesse passivo',
      'Commissioni',
      'Tasse',
      'Rimborso tasse',
    ],
    decimalMark: ',',
  },
  Spanish: {
    columns:
      'Fecha;Tipo;Valor;Moneda de la transaccioón;Cantidad bruta;Cantidad bruta de moneda;Tipo de cambio;Comisiones;Impuestos;Acciones;ISIN;WKN;Símbolo del Ticker;Nombre del activo;Nota',
    kinds: [
      'Depósito',
      'Compra',
      'Venta',
      'Dividendo',
      'Intereses',
      'Cargo intereses',
      'Comisiones',
      'Impuestos',
      'Devolución impuestos',
    ],
    decimalMark: ',',
  },
  Dutch: {
    columns:
      'Datum;Type;Waarde;Transactievaluta;Brutobedrag;Valuta brutobedrag;Wisselkoers;Kosten;Belastingen;Aandelen;ISIN;WKN;Tickersymbool;Naam effect;Opmerking',
    kinds: [
      'Storting',
      'Koop',
      'Verkoop',
      'Dividend',
      'Rente',
      'Rentekosten',
      'Kosten',
      'Belastingen',
      'Terugbetaling belastingen',
    ],
    decimalMark: ',',
  },
}

function read(text: string) {
  const reading = readFile(new TextEncoder().encode(text))
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return { preset: reading.preset?.id, ...reading.reading }
}

describe('exports of Portfolio Performance', () => {
  const security = 'US99QUAY0006;;QUAY;Quay Lines;'
  const none = ';;;;;'
  const rows = (kinds: readonly string[]) => {
    const [deposit, buy, sell, dividend, interest, charge, fees, taxes, refund] = kinds
    return [
      `2026-01-05T00:00;${deposit};5000.50;EUR;${none}${none}`,
      `2026-01-12T10:30;${buy};2154.90;EUR;2150;EUR;;4.90;;100;${security}`,
      `2026-02-12T10:30;${sell};435.10;EUR;440;EUR;;4.90;;20;${security}`,
      `2026-03-16T00:00;${dividend};34.00;EUR;40;EUR;;;6;80;${security}`,
      `2026-03-31T00:00;${interest};1.20;EUR;${none}${none}`,
      `2026-04-30T00:00;${charge};0.70;EUR;${none}${none}`,
      `2026-05-29T00:00;${fees};3.30;EUR;${none}${none}`,
      `2026-06-30T00:00;${taxes};2.10;EUR;${none}${none}`,
      `2026-07-31T00:00;${refund};1.10;EUR;${none}${none}`,
    ]
  }

  it.each(Object.entries(performance))(
    'give the same transactions in %s',
    (_, { columns, kinds, decimalMark }) => {
      const { preset, drafts, problems } = read(
        [columns, ...rows(kinds).map(row => row.replaceAll(/(\d)\.(\d)/g, `$1${decimalMark}$2`))].join('\n'),
      )
      expect(preset).toBe('portfolio_performance')
      expect(problems).toEqual([])
      const shown = drafts.map(({ type, quantity, net, amount, fees, taxes }) =>
        [type, quantity, net ?? amount, fees, taxes].join(' '),
      )
      expect(shown).toEqual([
        'deposit  5000.5 0 0',
        'trade 100 2154.9 4.9 0',
        'trade -20 435.1 4.9 0',
        'dividend  34 0 6',
        'interest  1.2 0 0',
        'interest  -0.7 0 0',
        'fees_cash  3.3 0 0',
        'tax  2.1 0 0',
        'tax  -1.1 0 0',
      ])
    },
  )
})

describe('statements of Nordnet', () => {
  const columns = {
    Swedish:
      'Id\tBokföringsdag\tAffärsdag\tLikviddag\tDepå\tTransaktionstyp\tVärdepapper\tISIN\tAntal\tKurs\tRänta\tTotal Avgift\tValuta\tBelopp\tValuta\tSaldo\tVäxlingskurs\tTransaktionstext\tMakuleringsdatum',
    Finnish:
      'Id\tKirjauspäivä\tKauppapäivä\tMaksupäivä\tSalkku\tTapahtumatyyppi\tArvopaperi\tISIN\tMäärä\tKurssi\tKorko\tKokonaiskulut\tKokonaiskulut Valuutta\tSumma\tValuutta\tSaldo\tVaihtokurssi\tTapahtumateksti\tMitätöintipäivä',
  }
  const kinds = {
    Swedish: ['INSÄTTNING', 'KÖPT', 'SÅLT', 'UTDELNING', 'PRELSKATT UTD', 'UTTAG'],
    Finnish: ['TALLETUS', 'OSTO', 'MYYNTI', 'OSINKO', 'ENNAKKOPIDÄTYS', 'NOSTO'],
  }

  it.each(['Swedish', 'Finnish'] as const)('give the same transactions in %s', language => {
    const [deposit, buy, sell, dividend, tax, withdrawal] = kinds[language]
    const cash = '\t\t\t\t\t\t'
    const { preset, drafts, problems, skipped } = read(
      [
        columns[language],
        `1\t2026-01-05\t2026-01-05\t2026-01-05\t77\t${deposit}\t${cash}\t10 000,00\tEUR\t10 000,00\t\t\t`,
        `2\t2026-01-12\t2026-01-12\t2026-01-14\t77\t${buy}\tQuay Lines\tUS99QUAY0006\t100\t21,5\t0\t4,9\tEUR\t-2 154,90\tEUR\t7 845,10\t\t\t`,
        `3\t2026-02-12\t2026-02-12\t2026-02-14\t77\t${sell}\tQuay Lines\tUS99QUAY0006\t20\t22\t0\t4,9\tEUR\t435,10\tEUR\t8 280,20\t\t\t`,
        `4\t2026-03-16\t2026-03-12\t2026-03-16\t77\t${dividend}\tQuay Lines\tUS99QUAY0006\t80\t0,5\t\t\t\t40,00\tEUR\t8 320,20\t\t\t`,
        `5\t2026-03-16\t2026-03-12\t2026-03-16\t77\t${tax}\tQuay Lines\tUS99QUAY0006\t80\t\t\t\t\t-10,20\tEUR\t8 310,00\t\t\t`,
        `6\t2026-04-01\t2026-04-01\t2026-04-01\t77\t${withdrawal}\t${cash}\t-310,00\tEUR\t8 000,00\t\t\t`,
        `7\t2026-04-02\t2026-04-02\t2026-04-02\t77\t${withdrawal}\t${cash}\t-1,00\tEUR\t7 999,00\t\t\t2026-04-03`,
      ].join('\n'),
    )
    expect(preset).toBe('nordnet')
    expect(problems).toEqual([])
    expect(skipped.map(({ code }) => code)).toEqual(['reversed'])
    expect(
      drafts.map(({ type, quantity, net, amount, fees }) => [type, quantity, net ?? amount, fees].join(' ')),
    ).toEqual([
      'deposit  10000 0',
      'trade 100 2154.9 4.9',
      'trade -20 435.1 4.9',
      'dividend  40 0',
      'tax  10.2 0',
      'withdrawal  310 0',
    ])
  })
})

describe('Saxo', () => {
  const files: Record<string, readonly string[]> = {
    Danish: [
      'Kunde-ID;Handelsdato;Valørdato;Type;Instrument;Instrument ISIN;Instrumentvaluta;Børsbeskrivelse;Instrumentsymbol;Arrangement;Bogført beløb;Ordre-ID;Omregningskurs',
      '700100;05-maj-2026;05-maj-2026;Kontantoverførsel;;;DKK;;;Indbetaling;5000,00;;1',
      '700100;12-maj-2026;14-maj-2026;Handel;Nordhavn Energi A/S;DK99NRD00019;DKK;Copenhagen;NRDH:xcse;Køb 40 @ 24,50 DKK;-985,00;ORD-1;1',
      '700100;13-okt-2026;15-okt-2026;Handel;Nordhavn Energi A/S;DK99NRD00019;DKK;Copenhagen;NRDH:xcse;Sælg -10 @ 25,00 DKK;246,50;ORD-2;1',
      '700100;16-okt-2026;16-okt-2026;Corporate action;Nordhavn Energi A/S;DK99NRD00019;DKK;Copenhagen;NRDH:xcse;Kontantudbytte;30,00;;1',
      '700100;16-okt-2026;16-okt-2026;Corporate action;Nordhavn Energi A/S;DK99NRD00019;DKK;Copenhagen;NRDH:xcse;Udbytteskat;-8,10;;1',
    ],
    Norwegian: [
      'Kunde-ID;Handelsdato;Valuteringsdato;Type;Instrument;Instrument ISIN;Instrumentvaluta;Instrumentsymbol;Hendelse;Bokført beløp;Ordre-ID;Omregningskurs',
      '700100;05-mai-2026;05-mai-2026;Kontantoverføring;;;NOK;;Innskudd;5000,00;;1',
      '700100;12-mai-2026;14-mai-2026;Handel;Fjordkraft ASA;NO99FKR00011;NOK;FKRT:xosl;Kjøp 40 @ 24,50 NOK;-985,00;ORD-1;1',
      '700100;13-okt-2026;15-okt-2026;Handel;Fjordkraft ASA;NO99FKR00011;NOK;FKRT:xosl;Salg -10 @ 25,00 NOK;246,50;ORD-2;1',
      '700100;16-okt-2026;16-okt-2026;Selskapshendelse;Fjordkraft ASA;NO99FKR00011;NOK;FKRT:xosl;Utbytte;30,00;;1',
      '700100;16-okt-2026;16-okt-2026;Selskapshendelse;Fjordkraft ASA;NO99FKR00011;NOK;FKRT:xosl;Utbytteskatt;-8,10;;1',
    ],
    French: [
      "ID client;Date d'opération;Date de valeur;Type;Instrument;ISIN de l'instrument;Devise de l'instrument;Symbole;Événement;Montant comptabilisé;ID d'ordre;Taux de change",
      "700100;05-mai-2026;05-mai-2026;Transfert d'espèces;;;EUR;;Dépôt;5000,00;;1",
      '700100;12-mai-2026;14-mai-2026;Opération;Rivage SA;FR99RIV00011;EUR;RIV:xpar;Acheter 40 @ 24,50 EUR;-985,00;ORD-1;1',
      '700100;13-oct-2026;15-oct-2026;Opération;Rivage SA;FR99RIV00011;EUR;RIV:xpar;Vendre -10 @ 25,00 EUR;246,50;ORD-2;1',
      '700100;16-oct-2026;16-oct-2026;Opération sur titres;Rivage SA;FR99RIV00011;EUR;RIV:xpar;Dividende en espèces;30,00;;1',
      '700100;16-oct-2026;16-oct-2026;Opération sur titres;Rivage SA;FR99RIV00011;EUR;RIV:xpar;Retenue à la source sur dividende;-8,10;;1',
    ],
  }

  it.each(Object.entries(files))('is read in %s', (_, lines) => {
    const file = readFile(new TextEncoder().encode(lines.join('\n')))
    if (file.state !== 'read') throw new Error(`the file is ${file.state}`)
    const { drafts, problems } = file.reading
    expect(file.preset?.id).toBe('saxo')
    expect(problems).toEqual([])
    expect(
      drafts.map(({ date, type, quantity, price, net, amount, fees }) =>
        [date, type, quantity ?? '-', price ?? '-', net ?? amount, fees].join(' '),
      ),
    ).toEqual([
      '2026-05-05 deposit - - 5000 0',
      '2026-05-12 trade 40 24.5 985 5',
      '2026-10-13 trade -10 25 246.5 3.5',
      '2026-10-16 dividend - - 30 0',
      '2026-10-16 tax - - 8.1 0',
    ])
  })
})
