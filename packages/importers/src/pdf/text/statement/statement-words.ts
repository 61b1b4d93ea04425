import { listWords } from '../words/list-words.ts'

/** What the words of an entry say about it. Words are normalized; a star stands for any ending. */
const compile = (words: readonly string[]): RegExp => {
  const alternatives = words.map(word => word.replace(/^\*/, '[a-z]*').replace(/\*$/, '[a-z]*'))
  return new RegExp(`(?<![a-z])(?:${alternatives.join('|')})(?![a-z])`)
}

/** Trades and income: the bank sends a note of its own for each. */
export const tradeEntry = compile(
  listWords(`
    kauf, verkauf, *verkauf, aktienkauf, fondskauf, titelkauf, direktkauf, sparplankauf, wertpapier*,
    wp abrechnung, effekten, dividende*, dividend*, divid, kupon*, coupon*, ertrag, ertrage, ertragnis*,
    ertragsgutschrift, ausschuttung*, ausfuhrung order, ausfuhrung handel, handel, order, sparplan,
    savings plan, trade, buy, sell, achat, vente, aankoop, verkoop, koop, acquisto, vendita, compra, venta,
    isin, wkn, depotubertrag, borse, zeichnung, tilgung, einlosung, einloesung, ruckzahlung,
    investmentfonds, fonds, stk, distribution, cedola, dividendo*, finanzinstrument*, finanzinstruments,
    waehrungsumtausch, wahrungsumtausch, fx, wp, steuerausgleich, vorabpauschale
`),
)

export const interestEntry = compile(
  listWords(`
    zins, zinsen, zins*, *zinsen, habenzins*, interests, ranta, odsetki, juros, uroky, korko, sollzins*, zinsabschluss, *zins, interest, interet, interets,
    interessi, intereses, rente, guthabenzins*, zinsgutschrift, go grow returns
`),
)

export const feeEntry = compile(
  listWords(`
    gebuehr, gebuehren, *gebuehr, *gebuehren, gebuhr, gebuhren, *gebuhr, *gebuhren, entgelt, entgelte,
    *entgelt, *entgelte, entgeltabrechnung, kontofuhrung, kontofuhrungsgebuhr, depotpreis, fee, fees, frais,
    commission, commissioni, spese, kosten, comision, comisiones, vergutung, *vergutung, provision,
    preis fur, kartenpreis, spesen, *spesen, charge, charges, canone, oplata, prowizja, avgift, gebyr,
    poplatek, honorar, *honorar, jahresbeitrag, kontopreis, droits de garde, portokosten,
    porto
`),
)

export const taxEntry = compile(
  listWords(`
    kapitalertragsteuer, kapitalertragssteuer, solidaritatszuschlag, kirchensteuer, quellensteuer,
    steuerbuchung, abgeltungsteuer, abgeltungssteuer, steueroptimierung, steuerausgleich,
    verrechnungssteuer, kest, imposta di bollo, imposta sostitutiva, prelevements sociaux, bronbelasting, roerende voorheffing,
    steuererstattung, steuerverrechnu*, steuerkorrektur, withholding tax,
    steuerbelastung
`),
)

export const incomingEntry = compile(
  listWords(`
    gutschrift*, zahlungseingang, eingang, *eingang, einzahlung, lohn*, gehalt, bezuge, rente, deposit,
    incoming, transfer in, virement recu, versement, bonifico da, bonifico a vostro favore,
    bonifico in entrata, transferencia recibida, ontvangen, aus konto, ruckvergutung, erstattung, received,
    credit, ingreso, abono, storting, inpayed, paid in, cash in, accredito, gutschr, uberweisungsgutschr,
    einlage
`),
)

export const outgoingEntry = compile(
  listWords(`
    uberweisung*, lastschrift*, basislastschrift, kartenzahlung, dauerauftrag, auszahlung, abhebung,
    belastung, withdrawal, retrait, prelevement, paiement, auf konto, scheck, bargeldauszahlung,
    geldautomat, *lastschrift, abbuchung, kartenumsatz, zahlung, payout, ausgang, *ausgang, terugstorting,
    pago, adeudo, addebito, debit, transferencia emitida, einkauf, bonifico a favore di, prelievo, retirada,
    virement emis, virement en faveur de, carte, betaalautomaat, overschrijving naar, card payment,
    kauf dienstleistung, ubertrag auf konto, outgoing transfer, transfer to, top down, sent to
`),
)

/** Lines that state a balance or a total are no entries. */
export const balanceLine =
  /(?<![a-z])(?:[a-z]*saldo|[a-z]*kontostand|balance|solde|ubertrag von|vortrag|[a-z]*summe|total|gesamt|totale|limit|dispositionskredit|dispokredit|guthaben)(?![a-z])/

const dateColumn =
  /(?<![a-z])(?:[a-z]*datum|dato|buchungstag|buchungsdatum|buchung|bu tag|buch tag|buchungs|date|fecha|data|valuta|wert|wertstellung|boekingsdatum|bookingdate|booking date)(?![a-z])/
const amountColumn =
  /(?<![a-z])(?:betrag|soll|haben|belastung|gutschrift|lastschrift|umsatz|umsatze|amount|debit|credit|importe|importo|bedrag|saldo|balance|eingange|ausgange|eingang|ausgang|zahlungseingang|zahlungsausgang|solde|mutatie|change|in|out|vorgang|montant|entrate|uscite|addebiti|accrediti|addebito|accredito|dare|avere|bij|af|money out|money in|paid out|paid in|withdrawals|deposits|debits|credits|cargo|cargos|abono|abonos|debe|haber|belopp|belob|kwota|montante|valor)(?![a-z])/

/** More words are a sentence about dates and amounts. */
const maxHeaderWords = 14

/** Whether a line names the columns of a list of entries. */
export const isEntryHeader = (norm: string): boolean =>
  norm.split(' ', maxHeaderWords + 1).length <= maxHeaderWords &&
  dateColumn.test(norm) &&
  amountColumn.test(norm)

/** Whether the last column of the header is the balance after each entry. */
export const hasBalanceColumn = (norm: string): boolean =>
  /(?:saldo|balance|solde|guthaben|kontostand|saldo in [a-z]{3}|datum saldo)$/.test(norm)
