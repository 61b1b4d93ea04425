import { listWords } from './list-words.ts'

/** Titles of documents that list what is held on a day. */
export const holdingTitles = listWords(`
  depotauszug, depotubersicht, depotbewertung, depotaufstellung, depotverzeichnis, depotbestand per, depotbestand zum,
  depotbestand am,
  depotbestandsauszug, depotaufstellung und bewertung, jahresdepotauszug, bestandsubersicht, bestandsaufstellung,
  bestandsauszug, wertpapieraufstellung, wertpapierverzeichnis, wertschriftenverzeichnis,
  wertschriftenauszug, wertschriftenaufstellung, vermogensaufstellung, vermogensausweis, vermogensubersicht,
  vermogensauszug, vermogensverzeichnis, portfolioubersicht, portfoliobewertung, portfolioauszug, portfoliobericht,
  positionsubersicht, positionsliste, inventarliste, vermogensbericht, vermogensreport, portfolioreport,
  portfolio valuation, valuation of your portfolio, valuation statement, valuation report, statement of holdings,
  holdings statement, holdings report, holding statement, portfolio statement, portfolio holdings, portfolio overview,
  portfolio summary, statement of assets, statement of investments, asset statement, schedule of investments,
  custody account statement, custody statement, safe custody statement, securities account statement,
  statement of positions, positions statement, position statement, list of assets, investment valuation,
  releve de portefeuille, evaluation de portefeuille, evaluation du portefeuille, estimation de portefeuille,
  estimation du portefeuille, valorisation du portefeuille, valorisation de portefeuille, situation de portefeuille,
  situation du portefeuille, inventaire de portefeuille, inventaire du portefeuille, etat du portefeuille,
  etat de fortune, releve de fortune, releve de titres, releve de compte titres, releve de depot, releve de positions,
  releve de situation, releve d actifs, etat des avoirs, inventaire des titres, detail du portefeuille,
  situazione patrimoniale, situazione portafoglio, situazione del portafoglio, valutazione del portafoglio,
  valutazione portafoglio, valorizzazione portafoglio, estratto conto titoli, estratto titoli, posizione titoli,
  dossier titoli, rendiconto titoli, composizione del portafoglio, estratto di deposito, inventario titoli,
  effectenoverzicht, portefeuilleoverzicht, depotoverzicht, waardeoverzicht, vermogensoverzicht,
  portefeuillewaardering, waardering portefeuille, overzicht effecten, overzicht beleggingen, beleggingsoverzicht,
  positieoverzicht, effectenportefeuille, waardebepaling, overzicht portefeuille,
  extracto de valores, posicion de valores, posicion de cartera, posicion de la cartera, valoracion de cartera,
  valoracion de la cartera, cartera de valores, estado de cartera, estado de posicion, informe de posiciones,
  extracto de cartera, resumen de cartera, posicion global, detalle de cartera,
  posicao da carteira, carteira de titulos, extrato de carteira, depaoversigt, beholdningsoversigt, vardepappersinnehav,
  innehavsrapport, beholdningsoversikt, stan rachunku papierow wartosciowych
`)

/** Words before the day that the holdings are as of. */
export const asOfWords =
  /(?:^| )(?:stichtag|stand|stand am|stand per|stand vom|per|zum|bewertet per|bewertung per|bewertungstag|bewertungsstichtag|bewertungsdatum|bestand am|bestand per|bestand zum|as of|as at|as on|valued at|valuation date|position as of|statement date|au|situation au|arrete au|date d evaluation|date de valorisation|evaluation au|al|situazione al|data valutazione|data di valutazione|op|per datum|peildatum|waarderingsdatum|a fecha|a fecha de|fecha de valoracion|posicion a|a|em|pr|na dzien)$/

/** A period ends with the day of the holdings. */
export const untilWords = /(?:^| )(?:bis|bis zum|to|until|through|au|al|tot|t m|hasta|ate|a)$/

/** Words of what was once paid, beside those of what is held now. */
export const costWords =
  /(?:^| )(?:[a-z]*einstand[a-z]*|[a-z]*anschaffung[a-z]*|einkauf[a-z]*|kaufkurs|kaufwert|kaufpreis|kaufsumme|book(?: cost| value| price)?|cost(?: price| value| basis)?|average cost|unit cost|purchase (?:price|value)|acquisition(?: price| cost| value)?|prix de revient|prix d achat|prix moyen|pru|cours d achat|revient|valeur d achat|valeur d acquisition|prezzo di carico|valore di carico|prezzo medio|carico|prezzo d acquisto|kostprijs|aankoopkoers|aankoopwaarde|aanschaf[a-z]*|gak|coste|coste medio|precio medio|precio de compra|precio de adquisicion|valor de adquisicion|adquisicion|preco medio|custo)(?= |$)/

/** Words of the value on the day. */
export const valueWords =
  /(?:^| )(?:[a-z]*kurswert|[a-z]*marktwert|tageswert|depotwert|bewertung|gegenwert|aktueller wert|wert|bestandswert|gesamtwert|vermogenswert|market value|current value|valuation|value|valeur|valeur boursiere|valeur de marche|contre valeur|contrevaleur|valorisation|evaluation|estimation|montant|valore|valore di mercato|controvalore|valorizzazione|koerswaarde|marktwaarde|waarde|actuele waarde|valor|valor actual|valor de mercado|valoracion|efectivo|importe|markedsvaerdi|marknadsvarde|kursvaerdi|wartosc)(?= |$)/

/** A line that adds up the values above. */
export const totalLine =
  /(?:^| )(?:[a-z]*gesamt|gesamt[a-z]*|[a-z]*summe|total|totals|subtotal|depotwert|total value|grand total|totale|totaux|sous total|totaal|subtotaal|suma|totalt|razem|som)(?= |$)/

/** The heading of a list of what was bought, sold or paid. */
export const movementTitle =
  /(?:^| )(?:[a-z]*umsatz[a-z]*|transaktion[a-z]*|[a-z]*buchung|[a-z]*buchungen|[a-z]*bewegung[a-z]*|kontoauszug|transactions?|movements?|activity|activities|mouvements?|operations|movimenti|operazioni|movimientos|operaciones|mutaties|transacties|movimentos|bevegelser|historik)(?= |$)/

/** A rate of exchange. */
export const rateWords =
  /(?:devisen|wahrungs|wechsel|umrechnungs)kurs|exchange rate|fx rate|cours de change|taux de change|cambio|wisselkoers|valutakurs/
