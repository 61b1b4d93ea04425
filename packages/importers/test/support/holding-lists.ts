/** Lists of holdings in the manner of banks and brokers, with invented people, securities and numbers. */
interface HoldingList {
  readonly text: string
  readonly encoding?: 'latin1'
  /** The day they state; null where a person has to say it. */
  readonly day: string | null
  /** 'security quantity price currency value' of each holding, read for 2026-10-31 where no day is stated. */
  readonly holdings: readonly string[]
  readonly cash?: readonly string[]
  readonly dollar?: 'USD' | 'AUD'
}

export const holdingLists: Readonly<Record<string, HoldingList>> = {
  'a Swiss private bank, values in francs': {
    encoding: 'latin1',
    text: `Depotauszug;;;;;;;;;
Portfolio;0230-00123456.A1;;;;;;;;
Stand per;31.10.2026;;;;;;;;
;;;;;;;;;
Anlagekategorie;Valor;ISIN;Bezeichnung;Anzahl/Nominal;Währung;Einstandskurs;Kurs;Kursdatum;Marktwert CHF;Anteil %
Liquidität;;;Kontokorrent CHF;12'500.25;CHF;;;;12'500.25;8.20
Aktien;1222171;CH99ALP00011;Alpen Holding N;120;CHF;85.40;102.50;30.10.2026;12'300.00;8.07
Aktien;957150;US99ALP00028;Alpine Foods Inc;200;USD;45.10;52.00;30.10.2026;9'152.00;6.00
Obligationen;4321098;CH99BND00011;1.25% Bund 2031;50'000;CHF;99.10;101.25;30.10.2026;50'625.00;33.2
Total;;;;;;;;;84'577.25;100.00
`,
    day: '2026-10-31',
    holdings: [
      'CH99ALP00011 120 102.5 CHF 12300 CHF',
      'US99ALP00028 200 52 USD 9152 CHF',
      'CH99BND00011 50000 101.25 CHF 50625 CHF',
    ],
    cash: ['CHF 12500.25'],
  },
  'a German broker with thousands points and prices of another day': {
    text: `"Depotübersicht Depot 123456700 vom 14.11.2026";

"Stück/Nominale";"Bezeichnung";"WKN";"Währung";"Aktueller Kurs";"Datum";"Börse";"Kaufkurs";"Kaufwert in EUR";"Wert in EUR";"Differenz absolut";"Differenz in %";
"40,000";"NORDSEE WINDKRAFT AG";"A9NORD";"EUR";"24,50";"13.11.26";"Xetra";"22,10";"884,00";"980,00";"96,00";"10,86";
"1.250,000";"WELT AKTIEN ETF";"A1B2C3";"EUR";"10,125";"13.11.26";"Xetra";"9,000";"11.250,00";"12.656,25";"1.406,25";"12,50";
`,
    day: '2026-11-14',
    holdings: ['A9NORD 40 24.5 EUR 980 EUR', 'A1B2C3 1250 10.125 EUR 12656.25 EUR'],
  },
  'a Dutch broker that calls the quantity an amount': {
    text: `Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR
CASH & CASH FUND (EUR),,,,EUR,100.10,"100,10"
NORDSEE WINDKRAFT,DE99NRD00012,40,"24,50",EUR,980.00,"980,00"
ALPINE FOODS,US99ALP00028,10,"100,00",USD,1000.00,"900,00"
`,
    day: null,
    holdings: ['DE99NRD00012 40 24.5 EUR 980 EUR', 'US99ALP00028 10 100 USD 1000 USD'],
    cash: ['EUR 100.1'],
  },
  'an American broker with a total and sweep cash': {
    text: `"Positions for account Individual ...123 as of 05:12 PM ET, 11/14/2026"

"Symbol","Description","Qty (Quantity)","Price","Price Chng $ (Price Change $)","Mkt Val (Market Value)","Cost Basis","Gain $ (Gain/Loss $)","Security Type"
"ALPF","ALPINE FOODS INC","100","$52.50","$0.10","$5,250.00","$4,825.00","$425.00","Equity"
"TIDXX","TIDE VALUE ADVANTAGE MONEY","1,500.25","$1.00","$0.00","$1,500.25","$1,500.25","$0.00","Cash and Money Market"
"Cash & Cash Investments","--","--","--","--","$1,234.56","--","--","Cash and Money Market"
"Positions Total","","--","--","--","$7,984.81","$6,325.25","$425.00","--"
`,
    day: '2026-11-14',
    holdings: ['ALPF 100 52.5 USD 5250 USD', 'TIDXX 1500.25 1 USD 1500.25 USD'],
    cash: ['USD 1234.56'],
  },
  'a British broker with prices in pence': {
    text: `Vantage Service Nominee Account
Client Name:,Mr A Tide
Spreadsheet created at,14-11-2026 17:12

Code,Stock,Units held,Price (pence),Value (£),Cost (£),Gain/loss (£),Gain/loss (%)
ISLE,ISLE PLC ORD 25P,"1,000",455.50,"4,555.00","4,000.00",555.00,13.88
WRLD,WORLD INDEX TRACKER ACC,250.123,312.40,781.38,700.00,81.38,11.63
,Totals,,,"5,336.38","4,700.00",636.38,13.54
`,
    day: '2026-11-14',
    holdings: ['ISLE 1000 455.5 GBX 4555 GBP', 'WRLD 250.123 312.4 GBX 781.38 GBP'],
  },
  'a French broker with names of a program': {
    text: `name;isin;quantity;buyingPrice;lastPrice;intradayVariation;amount;amountVariation;variation
"RIVAGE";"FR99RIV00011";"35";"100,50";"110,20";"0,5";"3 857,00";"339,50";"9,65"
"VIGNE ET VIN";"FR99VIG00014";"12";"1 010,00";"998,00";"-0,1";"11 976,00";"-144,00";"-1,19"
`,
    day: null,
    holdings: ['FR99RIV00011 35 110.2 - 3857 -', 'FR99VIG00014 12 998 - 11976 -'],
  },
  'an Indian broker with abbreviations': {
    text: `"Instrument","Qty.","Avg. cost","LTP","Invested","Cur. val","P&L","Net chg.","Day chg."
"GANGA",100,1450.5,1612.3,145050,161230,16180,11.15,0.42
"KOVAI",25,320.1,298.4,8002.5,7460,-542.5,-6.78,-1.2
`,
    day: null,
    holdings: ['GANGA 100 1612.3 - 161230 -', 'KOVAI 25 298.4 - 7460 -'],
  },
  'an Australian broker whose dollars are asked': {
    text: `Code,Available Units,Purchase $,Last $,Change $,Change %,Profit/Loss $,P/L %,Market Value $
KOA,500,12.345,14.20,0.10,0.71,927.50,15.03,"7,100.00"
`,
    day: null,
    dollar: 'AUD',
    holdings: ['KOA 500 14.2 AUD 7100 AUD'],
  },
  'a Swedish broker, separated by tabs': {
    text: `Värdepapper	Antal	Senast	Anskaffningskurs	Valuta	Marknadsvärde SEK
Skogen AB	150	210,50	180,10	SEK	31 575,00
`,
    day: null,
    holdings: ['Skogen AB 150 210.5 SEK 31575 SEK'],
  },
}
