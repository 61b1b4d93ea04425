import type { PdfKind } from '../transaction.ts'
import { listWords } from './list-words.ts'

/** What a document, or a part of it, is about. */
export type DocumentKind =
  | Extract<
      PdfKind,
      | 'purchase'
      | 'sale'
      | 'dividend'
      | 'inboundDelivery'
      | 'outboundDelivery'
      | 'interest'
      | 'fee'
      | 'deposit'
      | 'removal'
    >
  /** A tax without a trade: advance lump sum, tax settlement. The direction is in the words. */
  | 'taxNote'
  | 'statement'
  /** Nothing to post: cost information, order confirmations, tax certificates, exchanges. */
  | 'notBooked'

/** Titles are sure words; `weak` ones decide only where no title is found, and only at the start of a line. */
interface TitleWords {
  readonly titles: readonly string[]
  readonly weak: readonly string[]
}

export const titleWords: Readonly<Record<DocumentKind, TitleWords>> = {
  purchase: {
    titles: listWords(`
    confirmation of purchase, purchase confirmation, buy confirmation, trade confirmation buy, contract
    note we have bought, bought for your account, transaction confirmation buy, investment purchase,
    confirmation buy, type buy, action buy, direction buy, transaction bought, we bought, you have bought,
    you purchased, subscription of, confirmation d achat, achat au comptant, sens de l operation achat,
    operation d achat, type achat, aankooporder, aankoop van, koop, type koop, bevestiging aankoop,
    acquisto di, acquisto a, operazione acquisto, segno acquisto, eseguito acquisto, confirmacion de
    compra, compra, tipo de operacion compra, operacion de compra, kaufbestatigung, abrechnung
    wertpapierkauf, ausfuhrungsanzeige kauf, kauf ausgefuhrt, wertschriftenkauf, titelkauf, fur sie
    gekauft, borse zeichnung, order zeichnung, transaktionsabrechnung zeichnung, borsenabrechnung
    zeichnung, fondsanteile gekauft, etf kauf, fondszeichnung, wertpapierabrechnung kauf, wertpapier
    abrechnung kauf, abrechnung kauf, wertpapierkauf, wir haben fur sie gekauft, kaufabrechnung, kauf von
    wertpapieren, borsentransaktion kauf, order kauf, abrechnung uber den kauf, geschaftsart kauf, kauf
    aus dauerauftrag, sparplanausfuhrung, orderabrechnung kauf, kauf am, transaktion kauf, ausgabe
    investmentfonds, abrechnung ausgabe, fondskauf, kauf von, wertpapier kauf, transaktionsart kauf,
    auftragsart kauf, orderart kauf, sparplan ausfuhrung, kauf fondsanteile, kauf investmentfonds, ihr
    kauf, kauf zum, zeichnung von, bezug am, fonds kauf, kaufauftrag, kauf direkthandel, kauf borse, kauf
    sparplan, kv kauf, k v kauf, handelsart kauf, buchungstyp kauf, securities settlement savings plan,
    savings plan execution, stock exchange transaction buy, contract note buy, transaction buy, order buy,
    buy order, b s buy, purchase of, securities purchase, contract note purchase, you bought, we have
    bought, transaction type buy, transaction type purchase, bought, side buy, achat comptant, sens achat,
    operation achat, achat de titres, avis d achat, vous avez achete, order achat, ordre d achat,
    transaction de bourse achat, bourse achat, souscription, execution achat, aankoop, koop van, u kocht,
    acquisto, compra de, order compra, compra valores, orden de compra, regolamento titoli round up,
    liquidacion de valores saveback, liquidacion de valores en saveback, ejecucion del saveback, ejecucion
    del plan de inversion, operacion compra, tipo compra, acquisto titoli, order acquisto, buy to open,
    bought to open, buy transaction, you have purchased, trade type buy, order type buy, order side buy,
    operation buy, market buy, limit buy, market order buy, limit order buy, buy market, buy limit, buy
    note, buy contract note, purchase note, purchase contract note, share purchase, unit purchase,
    purchase of units, purchase of shares, we confirm your purchase, your purchase, side bought,
    transaction purchase, type purchase, type bought, action bought, bought for you, we have purchased,
    direction bought, operation type buy, operation purchase, instant buy, buy crypto, savings plan
    purchase, recurring buy, regular investment purchase, avis d opere achat, achat de parts, souscription
    de parts, type d operation achat, nature de l operation achat, nous avons achete, achat en bourse,
    achat actions, votre achat, operation souscription, nature achat, operazione di acquisto, tipo
    operazione acquisto, ordine di acquisto, acquisto azioni, abbiamo acquistato, acquisto su mercato,
    sottoscrizione, compravendita acquisto, nota informativa acquisto, voor u gekocht, u heeft gekocht,
    aankoopnota, transactiesoort aankoop, transactiesoort koop, soort transactie koop, soort transactie
    aankoop, type transactie koop, type transactie aankoop, kooporder, koopopdracht, aan koop, gekocht,
    compra de valores, compra de acciones, hemos comprado, ha comprado, suscripcion, suscripcion de
    fondos, suscripcion de participaciones, compra al contado, compra acciones, nota de compra, operacao
    compra, tipo de operacao compra, ordem de compra, compra de titulos, compra de acoes, subscricao, nota
    de execucao compra, kupno, zakup, rodzaj transakcji kupno, transakcja kupna, potwierdzenie kupna,
    avrakningsnota kop, kop av, kopt, du har kopt, vi har kopt, kop aktier, fondsnota kob, kobsnota, du
    har kobt, sluttseddel kjop, kjop av, du har kjopt, wertpapierabrechnung fur kauf, kauf wertpapiere,
    kauf von fondsanteilen, fondsanteilkauf, anteilkauf, kauf kryptowahrung, krypto kauf, kryptokauf,
    abrechnung zeichnung, kauf etf, kauf aktien, aktienkauf, kauf aus sparplan, kauf aus einmalanlage,
    kauf von anteilen, ihr kaufauftrag, art kauf, typ kauf, vorgang kauf, order typ kauf, ordertyp kauf,
    seite kauf, kauf order, kauforder, kaufsabrechnung, abrechnung ihres kaufs, wir haben fur ihre
    rechnung gekauft, wir kauften fur sie, wir kauften, transaktionstyp kauf, buchungsart kauf, auftrag
    kauf, richtung kauf, borsenkauf, borsenabrechnung kauf, effektenkauf, kauf effekten,
    wertpapiertransaktion kauf, umsatzart kauf, geschaft kauf, kaufbeleg, typ obchodu nakup, nakup cennych papiru, nakup, osto, arvopaperin osto
  `),
    weak: listWords(`
    kauf, buy, achat, koop, compra, purchase, market order kauf, kop, kob, kjop, kupno, zakup
  `),
  },
  sale: {
    titles: listWords(`
    confirmation of sale, sale confirmation, sell confirmation, trade confirmation sell, contract note we
    have sold, sold for your account, transaction confirmation sell, confirmation sell, type sell, action
    sell, direction sell, transaction sold, we sold, you have sold, confirmation de vente, vente au
    comptant, sens de l operation vente, operation de vente, type vente, verkooporder, verkoop van,
    bevestiging verkoop, vendita di, vendita a, operazione vendita, segno vendita, eseguito vendita,
    confirmacion de venta, tipo de operacion venta, operacion de venta, verkaufsbestatigung, abrechnung
    wertpapierverkauf, ausfuhrungsanzeige verkauf, verkauf ausgefuhrt, wertschriftenverkauf, titelverkauf,
    ruckzahlung von wertpapieren, fur sie verkauft, reprise sicav, order ruckgabe, transaktionsabrechnung
    ruckgabe, etf verkauf, borse ruckgabe, borsenabrechnung ruckgabe, falligkeit verfall, einloesung,
    rueckzahlung, gesamtfaelligkeit, endfaelligkeit, ablauf der optionsfrist, geschaftsart rucknahme,
    rucknahme fonds, rucknahme von fondsanteilen, wertpapierabrechnung verkauf, wertpapier abrechnung
    verkauf, abrechnung verkauf, wertpapierverkauf, wir haben fur sie verkauft, verkaufsabrechnung,
    verkaufabrechnung, verkauf von wertpapieren, borsentransaktion verkauf, order verkauf, geschaftsart
    verkauf, orderabrechnung verkauf, verkauf am, rucknahme investmentfonds, abrechnung rucknahme,
    fondsverkauf, tilgung, ruckzahlung, einlosung, gesamtfalligkeit, transaktionsart verkauf, verkauf von,
    wertpapier verkauf, auftragsart verkauf, k v verkauf, verkauf fondsanteile, verkauf investmentfonds,
    verkauf direkthandel, verkauf borse, barabfindung, auszahlplan, entnahmeplan, orderart verkauf,
    handelsart verkauf, verkauf sparplan, endfalligkeit, stock exchange transaction sell, contract note
    sell, transaction sell, order sell, sell order, b s sell, sale of, contract note sale, you sold, we
    have sold, redemption, transaction type sell, transaction type sale, sold, side sell, vente comptant,
    sens vente, vente de titres, avis de vente, vous avez vendu, order vente, ordre de vente, bourse
    vente, remboursement, rachat, execution vente, verkoop, u verkocht, vendita, venta de, orderventa,
    order venta, venta valores, orden de venta, reembolso, rimborso, operacion venta, tipo venta, order
    vendita, amortizacion, barausgleich, sell to close, sold to close, sell close, sell transaction, trade
    type sell, order type sell, order side sell, operation sell, market sell, limit sell, market order
    sell, limit order sell, sell market, sell limit, sell note, sell contract note, sale note, sale
    contract note, share sale, unit sale, sale of units, sale of shares, we confirm your sale, your sale,
    side sold, transaction sale, type sale, type sold, action sold, sold for you, direction sold,
    operation type sell, operation sale, instant sell, sell crypto, avis d opere vente, vente de parts,
    rachat de parts, type d operation vente, nature de l operation vente, nous avons vendu, vente en
    bourse, vente actions, votre vente, operation rachat, nature vente, cession de titres, operazione di
    vendita, tipo operazione vendita, ordine di vendita, vendita azioni, abbiamo venduto, vendita su
    mercato, nota informativa vendita, vendita titoli, voor u verkocht, u heeft verkocht, verkoopnota,
    transactiesoort verkoop, soort transactie verkoop, type transactie verkoop, verkoopopdracht, verkocht,
    venta de valores, venta de acciones, hemos vendido, ha vendido, venta al contado, venta acciones, nota
    de venta, reembolso de participaciones, operacao venda, tipo de operacao venda, ordem de venda, venda
    de titulos, venda de acoes, venda, nota de execucao venda, sprzedaz, rodzaj transakcji sprzedaz,
    transakcja sprzedazy, potwierdzenie sprzedazy, avrakningsnota salj, salj av, salt, du har salt, vi har
    salt, forsaljning, fondsnota salg, du har solgt, sluttseddel salg, salg av, salg af,
    wertpapierabrechnung fur verkauf, verkauf wertpapiere, verkauf von fondsanteilen, anteilverkauf,
    verkauf kryptowahrung, krypto verkauf, kryptoverkauf, verkauf etf, verkauf aktien, aktienverkauf,
    verkauf von anteilen, ihr verkaufsauftrag, verkaufsauftrag, art verkauf, typ verkauf, vorgang verkauf,
    order typ verkauf, ordertyp verkauf, seite verkauf, verkauf order, verkaufsorder, abrechnung ihres
    verkaufs, wir haben fur ihre rechnung verkauft, wir verkauften fur sie, wir verkauften,
    transaktionstyp verkauf, buchungsart verkauf, auftrag verkauf, richtung verkauf, borsenverkauf,
    borsenabrechnung verkauf, effektenverkauf, verkauf effekten, wertpapiertransaktion verkauf, umsatzart
    verkauf, typ obchodu prodej, prodej, myynti, arvopaperin myynti, verkauf zum, ihr verkauf, fonds verkauf, anteilscheinrucknahme, fondsrucknahme, rucknahme
    ganzer bestand, transaktionsabrechnung rucknahme
  `),
    weak: listWords(`
    verkauf, sell, sale, vente, venta, market order verkauf, vendita, verkoop, venda, salj, salg, sprzedaz
  `),
  },
  dividend: {
    titles: listWords(`
    dividend statement, dividend confirmation, dividend advice, dividend voucher, distribution advice,
    distribution statement, distribution payment, income distribution, coupon confirmation, coupon
    payment, interest on bonds, tax voucher, cash distribution, avis de paiement de dividende, versement
    de dividende, distribution de dividende, encaissement coupon, dividende en especes, coupon detache,
    dividenduitkering, dividendbetaling, couponuitkering, dividendnota, pagamento dividendo, accredito
    dividendo, stacco dividendo, dividendo in contanti, pagamento cedole, abono dividendo, pago dividendo,
    cobro de dividendo, ingreso por dividendos, dividendo en efectivo, liquidacion de dividendos,
    liquidacion dividendos, barausschuttung, dividendenertrag, ertragnisabrechnung, abrechnung dividende,
    fondsausschuttung, kuponabrechnung, zinscoupon, ertragsmitteilung, ausschuttungsanzeige,
    dividendengutschrift, ertragsgutschrift, ertragnisgutschrift, zinsgutschrift, gutschrift von
    investmentertragen, gutschrift falliger wertpapier ertrage, investmentertrage, couponzahlung,
    dividendenabrechnung, ertragsabrechnung, ausschuttung aus, bardividende, dividende in bar,
    wahldividende, ertragsausschuttung, ausschuttung fur, geschaftsart ertrag, kupongutschrift, gutschrift
    dividende, ausschuttung investmentfonds, abrechnung ausschuttung, abrechnung ertragsgutschrift,
    kapitalertrag dividende, zinsabrechnung coupons, dividendenausschuttung, dividendenzahlung,
    ausschuttungsabrechnung, ertragsthesaurierung, kuponzahlung, zinszahlung, ertragszahlung,
    couponauszahlung, dividende, dividend payment, cash dividend, dividend note, fund distribution,
    distribution, dividend settlement, dividend, interest payment on bonds, income payment, coupons
    remboursements, credit coupon, paiement de dividende, dividendes, encaissement de coupon, avis de
    credit dividende, distribution de dividendes, paiement de coupon, detachement de coupon, reglement du
    versement, dividendo, dividendos, cedola, stacco cedola, pago de dividendo, abono de dividendo,
    pagamento dividendi, accredito dividendi, pagamento cedola, ingreso por, dividendi, couponbetaling,
    dividend notice, payment of dividend, dividend received, dividends received, dividend distribution,
    dividend income, income distribution statement, distribution notice, coupon interest, bond coupon,
    dividend remittance, dividend payment notification, dividend tax voucher, interest payment bond,
    paiement de coupons, coupons dividendes, avis de dividende, encaissement de dividende, encaissement
    dividende, distribution de revenus, avis de coupon, operation coupon, mise en paiement du dividende,
    paiement dividende, accredito cedola, accredito cedole, dividendi e cedole, incasso dividendo, incasso
    cedole, distribuzione dividendi, provento, uitkering dividend, dividend uitkering, betaling dividend,
    betaling coupon, couponnota, contant dividend, pago de dividendos, pago de cupon, abono de cupon,
    cobro dividendo, dividendo ordinario, pago cupon, abono cupon, reparto de dividendos, pagamento de
    dividendos, pagamento de dividendo, pagamento de cupao, dywidenda, wyplata dywidendy, utdelning,
    udbytte, utbytte, kupongutbetalning, dividendenmitteilung, dividendenbeleg, abrechnung von dividenden,
    dividendenertrage, abrechnung ertragnisse, ertragnisse, ertragsgutschrift fonds, fondsertrag,
    abrechnung zinsen dividenden, kupon, kuponertrag, zinskupon, anleihezinsen, zinsgutschrift anleihe,
    dividende ausland, dividende inland, abrechnung ausschuttung fonds, gutschrift ausschuttung,
    gutschrift von dividenden, ertragsabrechnung dividende, wertpapierertrag, wertpapierertrage,
    sammelabrechnung dividenden, abrechnung wertpapierertrag, ertragnisauszahlung
  `),
    weak: ['ausschuttung', 'coupon', 'kupon', 'ertrag'],
  },
  taxNote: {
    titles: listWords(`
    dividendenart ruckerstattung quellensteuer, type of dividend reimbursement withholding tax,
    ruckerstattung quellensteuer, refund of withholding tax, steuerliche behandlung, steuerbeilage,
    steuermitteilung, steuerbehandlung, vorabpauschale, advance lump sum, preliminary lump sum,
    steuerausgleich, steuerausgleichsrechnung, steuerliche ausgleichrechnung, steuererstattung,
    steuerkorrektur, steueroptimierung, steuerabrechnung, tax optimisation, tax settlement, tax refund,
    steuerruckerstattung, steuerliche optimierung, verrechnungssteuer ruckerstattung,
    taxe sur les transactions financieres
  `),
    weak: [],
  },
  inboundDelivery: {
    titles: listWords(`
    freier erhalt, einlieferung, depoteinlieferung, ubertrag eingang, einbuchung, depotubertrag eingang,
    wir erhielten zu gunsten ihres depots, wertpapiereingang, depotbuchung gutschrift, eingang von
    wertpapieren, depoteingang, freie lieferung zugang, securities transfer in, inbound delivery,
    depotzugang
  `),
    weak: [],
  },
  outboundDelivery: {
    titles: listWords(`
    auslieferung, ubertrag ausgang, ausbuchung, wir lieferten zu lasten ihres depots, wertpapierausgang,
    depotbuchung belastung, ausgang von wertpapieren, depotausgang, outbound delivery, depotabgang,
    freie lieferung, wertlose ausbuchung
  `),
    weak: [],
  },
  interest: {
    titles: listWords(`
    liquidacion de intereses, abono de intereses, liquidazione interessi, accredito interessi, competenze
    interessi, renteafrekening, rentebijschrijving, rentenota, avis d interets, arrete de compte interets,
    interest, zins, zinsgutschrift konto, interest credit, habenzins, interets, abrechnung zinsen,
    zinsertrag konto, zinsabrechnung, zinsabschluss, interest statement, interest invoice, zinsertrage
    konto, interest payment, interest credited, interest earned, credit interest, savings interest,
    interest paid, interets crediteurs, interessi attivi, interessi creditori, creditrente, rente op
    spaargeld, intereses a su favor, zinsgutschrift tagesgeld, guthabenzinsen,
    habenzinsen, zinsgutschrift verrechnungskonto, zinsertrage, zinsbeleg, zinszahlung konto
  `),
    weak: ['zins', 'zinsen'],
  },
  fee: {
    titles: listWords(`
    gebuhrenbelastung depot, custody fees, management fee, administration fee, verwaltungsgebuhren, frais
    de gestion, konto belastet gebuhr, service fee, jahresgebuhr, depotgebuhren, depotgebuhr,
    verwahrentgelt, verwaltungsgebuhr, gebuhrenbelastung, depotpreis, droits de garde, custody fee,
    depotentgelt, gebuhrenabrechnung, depotfuhrungsentgelt, vermogensverwaltungsgebuhr, portfolio fee,
    account fee, platform charge, annual management charge, advisory fee, wealth management fee, custody
    charge, custody charges, frais de tenue de compte, frais de garde, commission de gestion, commissioni
    di gestione, diritti di custodia, bewaarloon, beheerkosten, servicevergoeding, comision de
    custodia, comision de administracion, comissao de custodia, comissao de guarda de titulos, oplata za
    prowadzenie rachunku, depotgebuhrenabrechnung, depotfuhrungsgebuhr, depotfuhrungsgebuhren,
    kontofuhrungsgebuhr, verwaltungsentgelt, serviceentgelt, servicegebuhr, honorarabrechnung,
    betreuungsentgelt, gebuhrenrechnung, verwaltungsvergutung
  `),
    weak: ['gebuhren', 'fees'],
  },
  deposit: {
    titles: listWords(`
    zahlungsverkehr gutschrift, eingehende uberweisung, einzahlung 3a, zahlungseingang von, payment
    transaction credit, incoming payment, gutschrift vom, credit note, einzahlung, zahlungseingang,
    deposit, payment received, versement, cash deposit, deposit confirmation, funds received, money
    received, incoming transfer, virement recu, bonifico ricevuto, ingreso en efectivo,
    transferencia recibida, wplata, insattning, indbetaling, innskudd, einzahlungsbeleg, geldeingang
  `),
    weak: [],
  },
  removal: {
    titles: [
      'zahlungsverkehr belastung',
      'ausgehende uberweisung',
      'vergutungsauftrag',
      'outgoing payment',
      'payment transaction debit',
      'auszahlung',
      'zahlungsausgang',
      'withdrawal',
      'retrait',
    ],
    weak: [],
  },
  statement: {
    titles: listWords(`
    kontoauszug, kontoauszuge, umsatzubersicht, account statement, rekeningoverzicht, releve de compte,
    estratto conto, extracto de cuenta, kontoumsatze, tageskontoauszug, periodenauszug, account activity,
    bank statement, finanzreport, cash transfer, rechnungsabschluss, kontoabschluss, umsatze,
    kontobewegungen, account transactions, transaction history, monthly statement, mouvements, movimenti,
    movimientos, girokonto, tagesgeldkonto, kreditkartenabrechnung, statement of account, transacciones de
    cuenta, operazioni, transaktionsubersicht, depotauszug, kontoubersicht, sparbuch, account summary,
    kreditkarte, transaction statement, cash statement, cash account statement, current account statement,
    savings account statement, extrait de compte, extraits de compte, releve de comptes, releve d
    operations, releve des operations, historique des operations, lista movimenti, elenco movimenti,
    rekeningafschrift, rekeningafschriften, mutatieoverzicht, transactieoverzicht, extracto
    bancario, extracto mensual, resumen de cuenta, extrato de conta, wyciag z rachunku, wyciag,
    kontoutdrag, kontoudskrift, kontoutskrift, kontohistorik, buchungsubersicht, umsatzliste,
    umsatzaufstellung, kontobewegung, verrechnungskonto auszug, auszug verrechnungskonto, monatsauszug,
    quartalsauszug, jahresauszug, tagesauszug, tagesgeldkonto auszug, kontomitteilung
  `),
    weak: [],
  },
  notBooked: {
    titles: listWords(`
    kosteninformation, ex ante, kostenausweis, kosteninformation zum wertpapiergeschaft,
    auftragsbestatigung, orderbestatigung, ordereingang, order confirmation, jahressteuerbescheinigung,
    steuerbescheinigung, verlustbescheinigung, vermogensaufstellung, ertragnisaufstellung, cost
    information, titelumtausch, umtausch, fusion, wertpapiertausch, spin off, kapitalerhohung,
    kapitalherabsetzung, bezugsrecht, entflechtung, tausch, anschaffungsdaten, merger, exchange of
    securities, aktiensplit, stock split, split, reverse split, auftragsstreichung, depotubertrag,
    orderstreichung
  `),
    weak: [],
  },
}

/** A document that takes back an earlier one. Notes at the end mention cancellations too: only titles count. */
export const cancellationWords: readonly string[] = listWords(`
    storno, stornierung, stornorechnung, storniert, stornobuchung, cancellation, reversal, annulation,
    extourne, annullamento, anulacion, annulering, storno der
  `)
