import { listWords } from './list-words.ts'

/** Words that name a date in statements, as in `labelWords`. */
export const dateWords = {
  tradeDate: listWords(`
    trade date time, date time of execution, dealing date, date of trade, date of transaction,
    confirmation date, date dealt, transaction time, execution timestamp, order executed, date et heure
    locale d execution, date d operation, date de l execution, data e ora esecuzione, data eseguito, data
    contrattazione, datum transactie, transactiedatum en tijd, uitgevoerd op, datum uitvoering, fecha
    contratacion, fecha y hora ejecucion, fecha negociacion, ausgefuhrt, datum uhrzeit der ausfuhrung,
    datum der transaktion, abrechnungsdatum, zeitpunkt der ausfuhrung, auftragsausfuhrung, handelstag
    handelszeit, ausfuhrungszeitpunkt, ruckzahlungsdatum, falligkeitstag, einlosungstag, falligkeitsdatum,
    datum der ruckzahlung, handelstag, handelsdatum, schlusstag, schlusstag zeit, schlusstag uhrzeit,
    geschaftstag, ausfuhrungstag, ausfuhrungsdatum, ausfuhrung am, handelszeit, ausfuhrungszeit,
    abschlusstag, transaktionsdatum, abrechnungstag, kauf am, verkauf am, bezug am, ausgefuhrt am,
    ausfuhrungsdatum und zeit, handelstag zeit, datum der ausfuhrung, abschlussdatum, preisdatum,
    schlussdatum, ausfuhrungstag zeit, fondspreis vom, handels tag, kursdatum, trade datum, gekauft am,
    verkauft am, schlusstag schlusszeit, trade date, trade time, execution date, execution time, executed
    on, transaction date, date of execution, trade datetime, date traded, execution date and time, deal
    date, bargain date, date et heure d execution, date d execution, execute le, execution le, date
    execution, date de negociation, date operation, date de l operation, date de transaction, datum en
    tijdstip van uitvoering, uitvoeringsdatum, transactiedatum, data esecuzione, data operazione, eseguito
    il, data di esecuzione, data negoziazione, fecha de ejecucion, fecha ejecucion, fecha operacion, fecha
    de operacion, fecha de la operacion, ejecucion, purchase date, sale date, date of purchase, date of
    sale, dealt on, dealt at, traded on, trade day, execution day, executed at, fill date, filled at, date
    executed, time of execution, execution date time, date time executed, transaction date and time, order
    execution date, order executed on, order filled, date and time of trade, trading date, trading day,
    trading time, trade timestamp, contract date, bargain date and time, tax point, tax point date, deal
    time, date and time of execution, execution date and time utc, date of deal, date de bourse, jour d
    execution, negocie le, date et heure de negociation, date de la transaction, date de souscription,
    date de rachat, date d execution de l ordre, data e ora, data dell operazione, data e ora di
    esecuzione, data ora esecuzione, data eseguita, data transazione, data di negoziazione, data acquisto,
    data vendita, handelsdag, datum en tijd, uitvoeringstijd, uitvoeringsdatum en tijd, tijdstip
    uitvoering, datum van uitvoering, datum van de transactie, fecha de contratacion, fecha y hora de
    ejecucion, fecha de negociacion, fecha y hora de la operacion, fecha transaccion, fecha de la
    transaccion, fecha de compra, fecha de venta, data da operacao, data de execucao, data de negociacao,
    data execucao, data da transacao, data e hora, data da execucao, data transakcji, datum obchodu, kauppapaiva, data zawarcia, data
    wykonania, data zawarcia transakcji, data i godzina transakcji, data realizacji, affarsdag,
    affarsdatum, avslutsdag, avslutsdatum, affarstid, handelsdato, handelstidspunkt, kaufdatum und zeit,
    ausfuhrungszeitpunkt datum, datum ausfuhrung, ausfuhrung datum, ausfuhrung vom, tag der ausfuhrung,
    tag des geschafts, geschaftsdatum, transaktionszeitpunkt, transaktionstag, datum der order ausfuhrung,
    orderausfuhrung datum zeit, orderausfuhrung, orderausfuhrung am, zeitpunkt der transaktion, kauftag,
    verkaufstag, verkaufsdatum, abschlusszeit, abschlusszeitpunkt, preisfeststellung,
    preisfeststellungstag, ausgefuhrt um, bewertungstag, bewertungsdatum, kurstag, anteilpreisdatum
  `),
  orderDate: listWords(`
    date of order, order placed, order time, order received, order created, date de l ordre, ordine del,
    data inserimento, fecha de la orden, erteilt am, auftrag erteilt, auftrag vom, auftragsdatum,
    orderdatum, auftragserteilung, order vom, auftragseingang, order date, ordre du, kaufauftrag vom,
    verkaufsauftrag vom, buy order of, sell order of, ordre d achat du, ordre de vente du,
    auftragserstellung, auftragszeit, tijdstip creatie order, ordre cree, date ordre, data ordine, fecha
    orden, date ordered, order entered, order created on, order submitted, order given on, placed on, date
    de reception de l ordre, ordre recu le, passe le, data inserimento ordine, data immissione, datum
    order, opdrachtdatum, fecha entrada, data da ordem, data zlecenia, orderdag, auftragserteilung am,
    orderzeit, auftragsdatum zeit, ordererteilung, auftrag eingegangen am
  `),
  valueDate: listWords(`
    settlement date contractual, settle date, value dated, date of settlement, gutschriftsdatum,
    belastungsdatum, valutierung, valuta per, wertstellung zum, date d effet, data liquidazione, datum
    valuta, rentedatum, fecha de valor, fecha abono, fecha de liquidacion, valuta, wert, wertstellung,
    valutadatum, mit valuta, mit wert, wertstellungsdatum, valuta datum, valutatag, val, value date,
    value, settlement date, settlement, date valeur, date de valeur, valeur, data valuta, fecha valor,
    valor, valutadag, date de reglement, data regolamento, fecha liquidacion, zahlung am, settles on,
    contractual settlement date, settle, cash settlement date, date of value, settled on, settlement day,
    settlement date time, for value, value dated on, settlement on, date reglement, date de denouement,
    date de reglement livraison, date de comptabilisation valeur, data di regolamento, data valuta
    addebito, data valuta accredito, valuta del, afwikkelingsdatum, valutadatum transactie,
    afrekeningsdatum, fecha liquidacion efectivo, fecha de abono valor, f valor, data de liquidacao, data
    valor, data de valor, data liquidacao, data rozliczenia, datum vyporadani, selvityspaiva, data waluty, likviddag, likviddatum,
    valordato, afviklingsdato, oppgjorsdato, valutastellung, wertstellungstag, buchungsvaluta,
    erfullungstag, belastung erfolgt am, gutschrift erfolgt am, abbuchung erfolgt am,
    lastschrift erfolgt am, einzug erfolgt am, auszahlung erfolgt am, belastung am, gutschrift am, abbuchung am,
    einzug am, abwicklungstag, abwicklungsdatum, erfullungsdatum, geldvaluta, valuta buchung,
    settlementdatum
  `),
  payDate: listWords(`
    payable date, dividend payment date, payment made on, date paid, date du paiement, date de versement,
    data stacco pagamento, betaalbaar, betaalbaar op, fecha de abono, zahlbar per, zahlungstermin,
    dividendenzahltag, auszahlungstag, datum der ausschuttung, ausschuttungsdatum, zahltag,
    zahlbarkeitstag, zahlbar, zahlbar ab, zahlbar am, zahlungstag, zahlungsdatum, pay date, payday,
    payment date, date of payment, date de paiement, date paiement, mise en paiement, betaaldatum,
    betaaldag, data pagamento, data di pagamento, fecha de pago, fecha pago, falligkeit, falligkeitstag,
    auszahlungsdatum, ausschuttungstag, paid on, date payable, distribution date, paid date, distribution
    payment date, payment day, payout date, dividend date, dividend paid on, date de mise en paiement,
    paye le, mis en paiement le, paiement le, date de versement du dividende, data di stacco e pagamento,
    pagabile dal, betaald op, datum betaling, betalingsdatum, uitbetalingsdatum, pagadero, fecha de cobro,
    data de pagamento, data wyplaty, data platnosci, utbetalningsdag, utbetalningsdatum, udbetalingsdato,
    utbetalingsdato, tag der zahlung, zahldatum, dividendentermin, ausschuttungstermin, auszahlung am,
    zahlungszeitpunkt, dividendenzahlungstag, zahlbarkeit, zahlungstag der dividende
  `),
  exDate: listWords(`
    ex dividend day, ex day, ex dividendendatum, ex dividenddatum, date de detachement du coupon, fecha ex
    dividendo, data ex dividendo, ex coupon date, ex tag, extag, ex datum, ex date, ex dividend date, ex
    dividende, ex coupon, date ex, detachement, date de detachement, data stacco, ex dividend, fecha ex,
    ex dag, stichtag ex, ex dividend on, ex distribution date, ex entitlement date, ex rights date, date
    ex dividende, date ex coupon, date de detachement du dividende, data ex, data di stacco, ex
    dividenddag, fecha de corte, data bez dywidendy, x dag, avskiljningsdag, ex dato, ex
    ausschuttungstag, ex ausschuttung, ex dividende datum, ex dividendentag, ex dividend tag, tag ex
  `),
  documentDate: listWords(`
    buchung, booking, buchungstag, buchungsdatum, boekdatum, data contabile, date comptable, posting date,
    datum, date, data, fecha, vom, munchen, erstellt am, den
  `),
}
