import type { ColumnMapping } from '../../src/index.ts'

/** A file in the manner of a bank or broker, with invented people, securities and numbers. */
export interface BrokerLayout {
  readonly text: string
  readonly isLatin?: true
  /** What a person answers beside accepting every proposal. */
  readonly answers?: Partial<ColumnMapping>
  /** 'line day type quantity net-or-amount fees taxes currency security' of each transaction. */
  readonly drafts: readonly string[]
  /** Lines of rows that are refused with a reason. */
  readonly problems?: readonly number[]
}

export const brokerLayouts: Readonly<Record<string, BrokerLayout>> = {
  'an account of a Swiss bank, with a collective order and its parts': {
    text: `Kontonummer:;0234 00103914.40;
IBAN:;CH93 0023 4234 1039 1440 A;
Von:;2026-09-01;
Bis:;2026-09-30;
Anfangssaldo:;4083.10;
Schlusssaldo:;8920.60;
Bewertet in:;CHF;
Anzahl Transaktionen in diesem Zeitraum:;6;

Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;
2026-09-29;14:23:05;2026-09-30;2026-09-30;CHF;-23.40;;;8920.60;TEST0000000001;"Mustermarkt-4567;8001 Zürich";Zahlung Debitkarte;Kartennummer: XXXX 1234;;
;;2026-09-28;2026-09-28;CHF;-150.00;;;8944.00;TEST0000000002;Fictiva Versicherung AG;e-banking-Auftrag;;;
;;2026-09-27;2026-09-27;CHF;-180.60;;;9094.00;TEST0000000009;Sammelauftrag;e-banking-Sammelauftrag;;;
;;2026-09-27;2026-09-27;CHF;;;-100.00;;TEST0000000009;Exempla A;e-banking-Auftrag;;;
;;2026-09-27;2026-09-27;CHF;;;-80.60;;TEST0000000009;Exempla B;e-banking-Auftrag;;;
;;2026-09-25;2026-09-25;CHF;;5200.00;;9274.60;TEST0000000003;Fictiva Arbeitgeber AG;Gutschrift;Lohn September;;
2026-09-24;09:05:00;2026-09-25;2026-09-25;CHF;-8.50;;;4074.60;TEST0000000004;Exempla Café Bern;Zahlung Debitkarte;;;
`,
    answers: { rowsAre: 'payments' },
    drafts: [
      '11 2026-09-30 withdrawal - 23.4 0 0 CHF -',
      '12 2026-09-28 withdrawal - 150 0 0 CHF -',
      '13 2026-09-27 withdrawal - 180.6 0 0 CHF -',
      '16 2026-09-25 deposit - 5200 0 0 CHF -',
      '17 2026-09-25 withdrawal - 8.5 0 0 CHF -',
    ],
  },
  'an account of a cantonal bank, with parts without a day': {
    text: `"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF";"Zahlungszweck";"Details"
"30.09.2026";"Belastungen eBanking (2)";"";"";"L123";"";"350.00";"";"30.09.2026";"4650.00";"";""
"";"Muster AG, 8001 Zürich";"CHF";"200.00";"";"";"";"";"";"";"Rechnung 4711";""
"";"Beispiel GmbH, 8400 Winterthur";"CHF";"150.00";"";"";"";"";"";"";"";""
"25.09.2026";"Gutschrift Auftraggeber: Fictiva AG";"";"";"L124";"";"";"5000.00";"25.09.2026";"5000.00";"Lohn";""
`,
    answers: { rowsAre: 'payments' },
    drafts: ['2 2026-09-30 withdrawal - 350 0 0 CHF -', '5 2026-09-25 deposit - 5000 0 0 CHF -'],
  },
  'a card of a bank that converts': {
    text: `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-08-01,2026-08-01,"Mustermarkt",DE89370400440532013000,"MasterCard Payment","","Main Account",-24.50,,,
2026-08-02,2026-08-02,"Coffee NYC","","MasterCard Payment","","Main Account",-9.20,-10.00,USD,0.92
2026-08-03,2026-08-03,"Employer","DE11",Income,"Salary","Main Account",2500.00,,,
`,
    drafts: ['2 2026-08-01 withdrawal - 24.5 0 0 EUR -', '3 2026-08-02 withdrawal - 9.2 0 0 EUR -'],
    problems: [4],
  },
  'an account in several currencies': {
    text: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2026-01-05 10:00:01,2026-01-05 10:00:05,Payment from Tide,500.00,0.00,EUR,COMPLETED,500.00
CARD_PAYMENT,Current,2026-01-06 11:00:00,2026-01-07 02:00:00,Mustermarkt,-20.50,0.00,EUR,COMPLETED,479.50
EXCHANGE,Current,2026-01-08 12:00:00,2026-01-08 12:00:00,Exchanged to USD,-100.00,0.50,EUR,COMPLETED,379.00
EXCHANGE,Current,2026-01-08 12:00:00,2026-01-08 12:00:00,Exchanged to USD,108.00,0.00,USD,COMPLETED,108.00
CARD_PAYMENT,Current,2026-01-09 12:00:00,,Hotel,-80.00,0.00,EUR,PENDING,
TRANSFER,Current,2026-01-10 12:00:00,2026-01-10 12:00:00,To savings,-50.00,0.00,EUR,REVERTED,
`,
    answers: { amountIs: 'gross' },
    drafts: [
      '2 2026-01-05 deposit - 500 0 0 EUR -',
      '3 2026-01-06 withdrawal - 20.5 0 0 EUR -',
      '4 2026-01-08 fx - 100.5 0.5 0 EUR -',
    ],
  },
  'a German bank that names who pays and who is paid': {
    text: `"Girokonto";"DE00 1203 0000 0000 0000 00"
""
"Kontostand vom 10.10.2026:";"1.234,56 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"08.10.26";"08.10.26";"Gebucht";"Nora Beispiel";"Drogerie";"Einkauf";"Ausgang";"DE22";"-23,45 €";"";"";""
"07.10.26";"07.10.26";"Gebucht";"Familienkasse";"Nora Beispiel";"Kindergeld 10/2026";"Eingang";"DE33";"255,00 €";"";"";""
"09.10.26";"";"Vorgemerkt";"Nora Beispiel";"Tankstelle";"";"Ausgang";"DE44";"-60 €";"";"";""
`,
    drafts: ['6 2026-10-08 withdrawal - 23.45 0 0 EUR -', '7 2026-10-07 deposit - 255 0 0 EUR -'],
  },
  'a German bank with its balance below': {
    text: `Umsätze Girokonto ;;;Kundennummer: 100 1234567
01.09.2026 - 30.09.2026
Letzter Kontostand;;;;5.000,00;EUR
Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.
Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung
02.09.2026;02.09.2026;SEPA-Lastschrift von;Stadtwerke;Strom;DE11;;;;;;-85,40;;;;-85,40;;EUR
03.09.2026;03.09.2026;SEPA-Überweisung an;Vermieter;Miete;DE12;;;;;;-1.250,00;;;;-1.250,00;;EUR
30.09.2026;30.09.2026;SEPA-Gutschrift von;Fictiva GmbH;Gehalt;DE13;;;;;;3.456,78;;;;;3.456,78;EUR
Kontostand;30.09.2026;;;7.121,38;EUR
`,
    isLatin: true,
    drafts: [
      '6 2026-09-02 withdrawal - 85.4 0 0 EUR -',
      '7 2026-09-03 withdrawal - 1250 0 0 EUR -',
      '8 2026-09-30 deposit - 3456.78 0 0 EUR -',
    ],
  },
  'a German bank with the account numbers of others': {
    text: `Buchung;Valuta;Sender / Empfänger;IBAN / Konto-Nr.;BIC / BLZ;Buchungstext;Verwendungszweck;Kategorie;Stichwort;Umsatz geteilt;Betrag in EUR
15.01.2026;15.01.2026;Stadtwerke;DE11;BIC;LASTSCHRIFT;Strom;;;Nein;-85,40
16.01.2026;16.01.2026;Fictiva;DE12;BIC;GUTSCHRIFT;Gehalt;;;Nein;2.500,00
`,
    drafts: ['2 2026-01-15 withdrawal - 85.4 0 0 EUR -', '3 2026-01-16 deposit - 2500 0 0 EUR -'],
  },
  'a French bank with categories of spending': {
    text: `dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance
2026-01-15;2026-01-15;"CARTE 14/01/26 LIBRAIRIE";"Loisirs";"Vie quotidienne";"librairie";-29,99;;00012345678;BoursoBank;1500.00
2026-01-16;2026-01-16;"VIR SALAIRE";"Salaires";"Revenus";"employeur";2 500,00;;00012345678;BoursoBank;4000.00
`,
    answers: { rowsAre: 'payments' },
    drafts: ['2 2026-01-15 withdrawal - 29.99 0 0 - -', '3 2026-01-16 deposit - 2500 0 0 - -'],
  },
  'an Italian bank': {
    text: `Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato
07/07/2026;02/07/2026;0,80;;Dividendo estero;Div.su 10,000 ACME;Contabilizzato
08/07/2026;08/07/2026;;-12,00;Canone mensile;Canone mensile conto;Contabilizzato
09/07/2026;09/07/2026;1.500,00;;Bonifico SEPA;Da Mario;Contabilizzato
`,
    answers: { rowsAre: 'payments', dateOrder: 'dmy' },
    drafts: [
      '2 2026-07-07 deposit - 0.8 0 0 - -',
      '3 2026-07-08 withdrawal - 12 0 0 - -',
      '4 2026-07-09 deposit - 1500 0 0 - -',
    ],
  },
  'an Italian custody account, four columns of costs': {
    text: `Movimenti Dossier Titoli
Intestazione: Famiglia Marea
Dossier: 1234567

Operazione;Data valuta;Descrizione;Titolo;Isin;Segno;Quantita;Divisa;Prezzo;Cambio;Controvalore;Commissioni Fondi Sw/Ingr/Uscita;Commissioni Fondi Banca Corrispondente;Spese Fondi Sgr;Commissioni amministrato
15/01/2026;17/01/2026;Compravendita titoli;COLLINA SPA;IT99COL00012;A;5;EUR;105,71;;528,55;;;;2,95
20/02/2026;24/02/2026;Compravendita titoli;COLLINA SPA;IT99COL00012;V;2;EUR;110,00;;220,00;;;;2,95
21/02/2026;25/02/2026;Compravendita titoli;ALPINE FOODS;US99ALP00028;A;10;USD;50,00;1,0850;460,83;;;;12,95
`,
    drafts: [
      '6 2026-01-15 trade 5 531.5 2.95 0 EUR IT99COL00012',
      '7 2026-02-20 trade -2 217.05 2.95 0 EUR IT99COL00012',
    ],
    problems: [8],
  },
  'a French broker without numbers of securities': {
    text: `libellé;Opération;Place;Date;Qté;Prix d'éxé;Montant brut;Courtage;Montant net;Devise;
RIVAGE;Achat Comptant;Euronext Paris;12/01/2026;35;100,50;-3 517,50;-6,50;-3 524,00;EUR;
RIVAGE;Encaissement coupons;;20/05/2026;35;;87,50;0,00;87,50;EUR;
VIGNE ET VIN;Vente Comptant;Euronext Paris;28/06/2026;12;998,00;11 976,00;-19,50;11 956,50;EUR;
`,
    isLatin: true,
    drafts: [
      '2 2026-01-12 trade 35 3524 6.5 0 EUR RIVAGE',
      '3 2026-05-20 coupon - 87.5 0 0 EUR RIVAGE',
      '4 2026-06-28 trade -12 11956.5 19.5 0 EUR VIGNE ET VIN',
    ],
  },
  'an American broker, symbols or numbers in one column': {
    text: `"Exported on: 11/14/2026 05:12 PM ET"
"CMA-Edge 12X-34567"

"Trade Date" ,"Settlement Date" ,"Account" ,"Description" ,"Type" ,"Symbol/ CUSIP" ,"Quantity" ,"Price" ,"Amount" ," "
"01/13/2026","01/15/2026","CMA-Edge 12X-34567","Purchase ALPINE FOODS INC","Purchase","ALPF","100","$48.25","-$4,825.00",""
"03/16/2026","03/16/2026","CMA-Edge 12X-34567","Dividend ALPINE FOODS INC HOLDING 100 PAY DATE 03/16/2026","Dividend","ALPF","","","$40.00",""
"04/30/2026","04/30/2026","CMA-Edge 12X-34567","Bank Interest ML BANK DEPOSIT PROGRAM","Interest","","","","$1.23",""
"05/18/2026","05/20/2026","CMA-Edge 12X-34567","Sale ALPINE FOODS INC","Sale","ALPF","-40","$50.00","$1,999.95",""
`,
    drafts: [
      '5 2026-01-13 trade 100 4825 0 0 USD ALPF',
      '6 2026-03-16 dividend - 40 0 0 USD ALPF',
      '7 2026-04-30 interest - 1.23 0 0 USD -',
      '8 2026-05-18 trade -40 1999.95 0 0 USD ALPF',
    ],
  },
  'a British broker, prices in pence beside amounts in pounds': {
    text: `Date,Transaction type,Investment,ISIN,Quantity,Price,Currency,Amount (GBP),Charges (GBP)
13/01/2026,Purchase,Isle PLC,GB99ISL00012,100,455.5p,GBP,-465.45,9.95
20/05/2026,Sale,Isle PLC,GB99ISL00012,-40,500p,GBP,190.05,9.95
16/03/2026,Dividend,Isle PLC,GB99ISL00012,,,GBP,12.00,
30/06/2026,Custody charge,,,,,GBP,-3.50,
`,
    drafts: [
      '2 2026-01-13 trade 100 465.45 9.95 0 GBP GB99ISL00012',
      '3 2026-05-20 trade -40 190.05 9.95 0 GBP GB99ISL00012',
      '4 2026-03-16 dividend - 12 0 0 GBP GB99ISL00012',
      '5 2026-06-30 fees_cash - 3.5 0 0 GBP -',
    ],
  },
  'confirmations of an Australian broker': {
    text: `Code,Company,Date,Type,Quantity,Unit Price ($),Trade Value ($),Brokerage+GST ($),GST ($),Contract Note,Total Value ($)
KOA,KOALA LTD,13/01/2026,Buy,500,12.345,"6,172.50",19.95,1.81,C12345678,"6,192.45"
KOA,KOALA LTD,20/05/2026,Sell,200,14.20,"2,840.00",19.95,1.81,C12345999,"2,820.05"
`,
    answers: { dollar: 'AUD' },
    drafts: [
      '2 2026-01-13 trade 500 6192.45 19.95 0 AUD KOA',
      '3 2026-05-20 trade -200 2820.05 19.95 0 AUD KOA',
    ],
  },
  'an Australian broker with average prices': {
    text: `Trade Date,Settlement Date,Action,Reference,Code,Name,Units,Average Price,Consideration,Brokerage,Total
2026-01-13 00:00:00,2026-01-15 00:00:00,Buy,SW123,KOA,KOALA LTD,500,12.345,6172.5,9.5,6182
2026-05-20 00:00:00,2026-05-22 00:00:00,Sell,SW124,KOA,KOALA LTD,200,14.2,2840,9.5,2830.5
`,
    drafts: ['2 2026-01-13 trade 500 6182 9.5 0 - KOA', '3 2026-05-20 trade -200 2830.5 9.5 0 - KOA'],
  },
  'an Indian broker': {
    text: `Client Code,ABC123
Report,Trades from 01-04-2026 to 31-10-2026

Date,Company,Amount,Exchange,Segment,Scrip Code,Instrument Type,Strike Price,Expiry,Trade Num,Trade Time,Side,Quantity,Price
13-04-2026,GANGA LTD,145050.00,NSE,EQ,GANGA,Equity,,,T1,09:56:04,Buy,100,1450.50
20-05-2026,GANGA LTD,64492.00,NSE,EQ,GANGA,Equity,,,T2,10:01:00,Sell,40,1612.30
`,
    drafts: ['5 2026-04-13 trade 100 145050 0 0 - GANGA', '6 2026-05-20 trade -40 64492 0 0 - GANGA'],
  },
  'executions with places as time zones': {
    text: `Symbol,Name,Side,Fill Qty,Fill Price,Fill Amount,Fill Time,Markets,Currency,Counterparty
ALPF,Alpine Foods,Buy,100,48.25,"4,825.00","Jan 13, 2026 10:12:14 ET",US,USD,
00020,LANTERN-W,Buy,"1,000",1.435,"1,435.00","Aug 31, 2026 14:49:17 HKT",HK,HKD,6087
ALPF,Alpine Foods,Short Sell,10,50.00,500.00,"Sep 8, 2026 09:36:00 ET",US,USD,
ALPF250509C185000,ALPF 250509 185.00 C,Buy,1,2.50,250.00,"Jan 14, 2026 10:13:00 ET",US,USD,
`,
    drafts: [
      '2 2026-01-13 trade 100 4825 0 0 USD ALPF',
      '3 2026-08-31 trade 1000 1435 0 0 HKD 00020',
      '4 2026-09-08 trade -10 500 0 0 USD ALPF',
    ],
    problems: [5],
  },
  'openings and closings with signed quantities': {
    text: `Trades,,,Symbol,Activity Type,Quantity,Trade Price,Amount,Fee Currency,Transaction Fee,Settlement Date,Trade Time,Currency
Trades,Stock,DATA,ALPF,OpenTrade,100,48.25,4825.00,USD,-1.99,2026-01-15,"2026-01-13 10:00:15, US/Eastern",USD
Trades,Stock,DATA,ALPF,CloseTrade,-40,50.00,-2000.00,USD,-1.99,2026-05-20,"2026-05-18 11:00:05, US/Eastern",USD
`,
    drafts: [
      '2 2026-01-13 trade 100 4826.99 1.99 0 USD ALPF',
      '3 2026-05-18 trade -40 1998.01 1.99 0 USD ALPF',
    ],
  },
  'a broker whose minus is of conversions only': {
    text: `Date,Reference,Ticker,ISIN,Type,Quantity,CCY,Price/share,Gross Amount,FX Rate,Fee,Net Amt.,Tax Amt.
"02/01/2026 09:00:00",DT-0000000001,,,Deposit,,EUR,,1000.00,,0.00,1000.00,
"16/12/2025 06:02:35",DD-0000000001,ALPF,US99ALP00028,Dividend,,USD,,14.09,,,11.98,2.11
"14/01/2026 15:30:00",OR-0000000003,NRDW,DE99NRD00012,Buy,6.830000000,EUR,20.000000000,136.60,,1.00,137.60,
"15/01/2026 15:30:00",OR-0000000004,ALPF,US99ALP00028,Sell,2.000000000,USD,50.000000000,100.00,,0.10,99.90,
"07/04/2026 19:09:30",CN-0000000012,USD,,Conversion,,USD,,64.50,0.91515,,64.50,
"07/04/2026 19:09:30",CN-0000000013,EUR,,Conversion,,EUR,,-59.24,1.0927,0.21,-59.03,
"08/04/2026 19:09:30",IN-0000000013,,,Interest,,EUR,,0.52,,,0.52,
`,
    drafts: [
      '2 2026-01-02 deposit - 1000 0 0 EUR -',
      '3 2025-12-16 dividend - 11.98 0 2.11 USD US99ALP00028',
      '4 2026-01-14 trade 6.83 137.6 1 0 EUR DE99NRD00012',
      '5 2026-01-15 trade -2 99.9 0.1 0 USD US99ALP00028',
      '7 2026-04-07 fx - 59.24 0.21 0 EUR -',
      '8 2026-04-08 interest - 0.52 0 0 EUR -',
    ],
  },
  'a broker that calls a dividend a distribution': {
    text: `date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency
2026-01-13;10:15:00;Executed;"SCAL123";"Nordsee Windkraft";Security;Buy;DE99NRD00012;40;24,50;-980,00;0,99;0,00;EUR
2026-01-05;01:00:00;Executed;"WWUM1";"Einzahlung";Cash;Deposit;;;;1.000,00;0,00;;EUR
2026-03-16;01:00:00;Executed;"WWEK1";"Nordsee Windkraft";Cash;Distribution;DE99NRD00012;;;18,00;0,00;3,20;EUR
2026-04-01;10:00:00;Cancelled;"SCAL124";"Nordsee Windkraft";Security;Savings plan;DE99NRD00012;2;24,00;-48,00;0,00;0,00;EUR
2026-05-02;10:00:00;Executed;"SCAL125";"Nordsee Windkraft";Security;Savings plan;DE99NRD00012;2;25,00;-50,00;0,00;0,00;EUR
`,
    drafts: [
      '2 2026-01-13 trade 40 980.99 0.99 0 EUR DE99NRD00012',
      '3 2026-01-05 deposit - 1000 0 0 EUR -',
      '4 2026-03-16 dividend - 14.8 0 3.2 EUR DE99NRD00012',
      '6 2026-05-02 trade 2 50 0 0 EUR DE99NRD00012',
    ],
  },
  'a private bank, bonds with accrued interest': {
    text: `Portfolio Transactions;;;;;;;;;;;
Portfolio;1234.5678.01;;;;;;;;;;
Period;01.01.2026 - 31.10.2026;;;;;;;;;;
;;;;;;;;;;;
Booking Date;Value Date;Transaction Type;Instrument;ISIN;Valor;Nominal/Quantity;Price Currency;Price;Accrued Interest;Charges;Net Amount;Account Currency
13.01.2026;15.01.2026;Purchase of shares;Alpen Holding N;CH99ALP00011;1222171;120;CHF;102.50;0.00;95.40;-12'395.40;CHF
20.02.2026;24.02.2026;Purchase of bonds;1.25% Bund 2031;CH99BND00011;4321098;50'000;CHF;101.25;312.50;120.00;-51'057.50;CHF
16.03.2026;18.03.2026;Dividend payment;Alpen Holding N;CH99ALP00011;1222171;120;CHF;;;0.00;195.00;CHF
30.06.2026;30.06.2026;Custody fee;;;;;;;;;-1'250.00;CHF
02.07.2026;02.07.2026;Incoming payment;;;;;;;;;100'000.00;CHF
`,
    drafts: [
      '6 2026-01-13 trade 120 12395.4 95.4 0 CHF CH99ALP00011',
      '7 2026-02-20 trade 50000 51057.5 120 0 CHF CH99BND00011',
      '8 2026-03-16 dividend - 195 0 0 CHF CH99ALP00011',
      '9 2026-06-30 fees_cash - 1250 0 0 CHF -',
      '10 2026-07-02 deposit - 100000 0 0 CHF -',
    ],
  },
  'a private bank in French': {
    text: `Date d'opération;Date valeur;Libellé;Nom du titre;ISIN;Quantité;Cours;Devise;Montant brut;Commissions;Impôts;Montant net
13.01.2026;15.01.2026;Achat;Rivage SA;FR99RIV00011;35;100,50;EUR;3 517,50;35,18;5,28;-3 557,96
20.05.2026;22.05.2026;Dividende;Rivage SA;FR99RIV00011;35;;EUR;87,50;;22,31;65,19
28.06.2026;30.06.2026;Vente;Rivage SA;FR99RIV00011;-10;110,00;EUR;1 100,00;11,00;1,65;1 087,35
30.06.2026;30.06.2026;Frais de garde;;;;;CHF;;;;-250,00
`,
    drafts: [
      '2 2026-01-13 trade 35 3557.96 35.18 5.28 EUR FR99RIV00011',
      '3 2026-05-20 dividend - 65.19 0 22.31 EUR FR99RIV00011',
      '4 2026-06-28 trade -10 1087.35 11 1.65 EUR FR99RIV00011',
      '5 2026-06-30 fees_cash - 250 0 0 CHF -',
    ],
  },
  'a private bank, net amounts in two currencies': {
    text: `Account;Operation date;Value date;Operation type;Security;ISIN;Quantity;Currency;Unit price;Gross amount;Fees;Taxes;Net amount;FX rate;Net amount CHF
P-123456.001;13/01/2026;15/01/2026;Buy;Alpine Foods Inc;US99ALP00028;100;USD;48.25;4825.00;48.25;7.24;-4880.49;0.8900;-4343.64
P-123456.001;16/03/2026;16/03/2026;Dividend;Alpine Foods Inc;US99ALP00028;100;USD;0.40;40.00;0.00;6.00;34.00;0.8800;29.92
P-123456.001;01/04/2026;01/04/2026;Forex spot;;;;USD;;;;;10000.00;0.8850;-8850.00
`,
    drafts: [
      '2 2026-01-13 trade 100 4880.49 48.25 7.24 USD US99ALP00028',
      '3 2026-03-16 dividend - 34 0 6 USD US99ALP00028',
    ],
    problems: [4],
  },
  'a private bank, costs in the currency of the security': {
    text: `Abschlussdatum;Valuta;Geschäftsart;Menge/Nominal;Titel;Valoren-Nr.;ISIN;Whg;Kurs;Bruttobetrag;Spesen;Steuern;Nettobetrag;Konto-Whg;Devisenkurs
13.01.2026;15.01.2026;Kauf;100;Alpine Foods Inc;957150;US99ALP00028;USD;48.25;4'825.00;48.25;7.25;-4'345.10;CHF;0.8904
16.03.2026;18.03.2026;Barausschüttung;100;Alpine Foods Inc;957150;US99ALP00028;USD;;40.00;;6.00;29.92;CHF;0.8800
20.05.2026;22.05.2026;Verkauf;-40;Alpine Foods Inc;957150;US99ALP00028;USD;50.00;2'000.00;20.00;3.00;1'739.80;CHF;0.8800
`,
    drafts: [
      '2 2026-01-13 trade 100 4345.1 42.96 6.46 CHF US99ALP00028',
      '3 2026-03-16 dividend - 29.92 0 5.28 CHF US99ALP00028',
      '4 2026-05-20 trade -40 1739.8 17.6 2.64 CHF US99ALP00028',
    ],
  },
  'an exchange that counts sizes': {
    text: `portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit
default,123,BTC-EUR,BUY,2026-01-06T11:00:00.000Z,0.05,BTC,100000.00,12.5,-5012.5,EUR
default,124,BTC-EUR,SELL,2026-01-07T11:00:00.000Z,0.01,BTC,105000.00,3.68,1046.32,EUR
`,
    drafts: [
      '2 2026-01-06 trade 0.05 5012.5 12.5 0 EUR BTC-EUR',
      '3 2026-01-07 trade -0.01 1046.32 3.68 0 EUR BTC-EUR',
    ],
  },
}
