import { listWords } from './list-words.ts'

/**
 * Words that name a value in statements. Matching ignores case, accents and punctuation; a star stands for any ending
 * of the word. A profile adds to these lists.
 */
export type LabelRole =
  | 'net'
  | 'gross'
  | 'total'
  | 'fee'
  | 'tax'
  | 'accrued'
  | 'price'
  | 'quantity'
  | 'rate'
  | 'information'
  /** An amount without a known label: never matched by words. */
  | 'unlabelled'
  | 'tradeDate'
  | 'orderDate'
  | 'valueDate'
  | 'payDate'
  | 'exDate'
  | 'documentDate'

export const labelWords: Readonly<Record<LabelRole, readonly string[]>> = {
  net: listWords(`
    wurde auf ihr konto uberwiesen, betrag wurde auf ihr abwicklungskonto uberwiesen,
    credited to your account, debited from your account, charged to your account, credited to account,
    debited from account, belastet, bijgeschreven, afgeschreven, credite sur votre compte,
    debite de votre compte, accreditato sul conto, addebitato sul conto, abonado en cuenta,
    cargado en cuenta, total cost, total due, amount payable, settlement total, total payable,
    net amount due, total settlement, total settlement amount, amount payable to you, net amount payable,
    total credit, total debit, payment amount, amount paid, net dividend, net payment, total net amount,
    net amount to client, net proceeds of sale, cash settlement, total charged, total paid, net a payer,
    montant net a debiter, montant net a crediter, montant total debite, total debite, total credite,
    totale operazione, importo totale, totale da pagare, totale a debito, totale a credito,
    importo netto accreditato, importo netto addebitato, totaal te betalen, totaal te ontvangen,
    totaalbedrag, bedrag ten laste, bedrag ten gunste, importe liquido a abonar, importe total cargado,
    total operacion, total neto, neto, charged amount, amount charged, verrechneter total, betrag belastet,
    betrag gutgeschrieben, gutgeschriebener betrag, belasteter betrag, gesamtsumme, netto gutschrift,
    abrechnungsbetrag netto, zu ihren gunsten vor steuern, zu ihren lasten vor steuern,
    zu ihren gunsten nach steuern, zu ihren lasten nach steuern, vor steuern, nach steuern,
    verrechneter betrag, gesamtbetrag zu ihren gunsten, gesamtbetrag zu ihren lasten, belastung konto,
    gutschrift konto, total zu ihren lasten, total zu ihren gunsten, saldo zu ihren gunsten,
    saldo zu ihren lasten, ausmachender betrag, endbetrag, zu ihren lasten, zu ihren gunsten, zu lasten,
    zu gunsten, zulasten, zugunsten, betrag zu ihren lasten, betrag zu ihren gunsten, gutschrift,
    lastschrift, belastung, gutgeschrieben, total gutgeschrieben, total belastet, abrechnungsbetrag,
    auszahlungsbetrag, nettobetrag, buchungsbetrag, zahlbetrag, auszahlung, gesamtbetrag, abrechnungssumme,
    kontobelastung, nettoertrag, gebuchter betrag, konto belastet, verrechnungsbetrag,
    endbetrag zu ihren lasten, netto, nettozufluss, gutschrift mit wert, buchung auf kontonummer,
    zu zahlender betrag, uberweisungsbetrag, netto zu ihren gunsten, net amount, amount credited*,
    amount debited*, to your debit, to your credit, total credited, total debited, settlement amount,
    net proceeds, amount due, net cash, net, dividende netto, nettodividende, ertrag netto,
    ausschuttung netto, amount credited, net credit, net debit, total amount, net consideration,
    total consideration, credited amount, debited amount, net total, montant net, montant debite,
    montant credite, net a debiter, net a crediter, montant total, montant net au debit de votre compte,
    montant net au credit de votre compte, net client, net a votre credit, net a votre debit, debit, credit,
    a votre debit, a votre credit, montant comptabilise, montant net credite, netto credit, netto debet,
    debet, te betalen, te ontvangen, nettobedrag, totaal bedrag, netto bedrag, importo netto,
    netto a vostro debito, netto a vostro credito, a suo debito, a suo credito, a suo favore,
    totale addebitato, totale accreditato, a vostro debito, a vostro credito, controvalore netto,
    importo addebitato, importo accreditato, saldo a vostro, importe neto, importe liquido, liquido a cargo,
    liquido a abonar, total a abonar, total a cargar, neto a cobrar, importe total, liquido, efectivo neto,
    total liquido, importe cargado, importe abonado
  `),
  gross: listWords(`
    ausschuttung vor teilfreistellung, ertrag vor teilfreistellung, barausgleich, gross payment,
    gross proceeds, order value, investment amount, transaction value, trade consideration, gross value,
    total consideration before costs, gross amount of dividend, dividend gross, montant de l operation,
    montant de la transaction, montant brut de la transaction, valeur brute, brut total, valore lordo,
    importo operazione, totale lordo, transactiewaarde, bruto waarde, importe de la operacion,
    valor efectivo, total bruto, gross income, distribution gross, bruttoerlos, handelsbetrag, orderwert,
    ausfuhrungswert, transaktionsbetrag, kurswert total, kaufpreis total, kaufpreis, verkaufspreis total,
    verkaufspreis, brutto betrag, transaktionswert, auslandische dividende, inlandische dividende,
    bruttodividende, auslandische ertrage, investmentertrage, kurswert, bruttobetrag, bruttoertrag, brutto,
    dividendenbetrag, zinsertrag, ausschuttung, dividendengutschrift, handelswert, kurswert in eur,
    gehandelter wert, aktienbetrag, bruttoausschuttung, ausschuttungsbetrag, zinsbetrag, zinsen, ertrag,
    dividende, bruttozinsen, marktwert, gegenwert, bruttokurswert, ruckzahlung, ruckzahlungsbetrag,
    einlosung, anlagebetrag, kupon, ertragsausschuttung, brutto dividende, betrag brutto, bruttobetrag in,
    couponzahlung, zwischensumme, abrechnungsbetrag vor steuern, gross amount, traded value, share amount,
    gross, market value, consideration, principal, principal amount, gross dividend, dividend amount,
    gross distribution, distribution amount, trade value, trade amount, gross consideration, montant brut,
    brut, montant transaction brut, montant brut total, cours total, brut fiscal, dividende brut,
    brutobedrag, bruto bedrag, bruto, bruto dividend, effectieve waarde, importo lordo, controvalore,
    controvalore lordo, dividendo lordo, lordo, importo dividendo, importe bruto, importe efectivo,
    efectivo, dividendo bruto, importe
  `),
  total: listWords(`
    gesamt, summe, total, betrag, amount, montant, totaal, bedrag, totale, importo, somme
  `),
  fee: listWords(`
    used trading credit, trading credit, gebuehr, gebuehren, *gebuehr, *gebuehren, diverse, diverses,
    eidg abgaben, drittgebuhren, fremde gebuhren, brokerage fees, brokerage and fees, dealing charge,
    dealing commission, fx charge, fx fee, sec fee, taf fee, adr fee, platform fee, regulatory fee,
    regulatory fees, handling charge, clearing fees, agency processing fee, processing fees, ptm levy, ptm,
    currency conversion fee, transaction costs, transaction fees, service charge, settlement fee,
    total fees, total charges, broker commission, frais de transaction, frais de bourse, frais ht,
    frais h t, droits de sortie, droits d entree, commission de change, commission de mouvement,
    commissioni di negoziazione, spese fisse, commissioni bancarie, diritti fissi, kosten broker,
    beursvergoeding, afwikkelingskosten, wisselkosten, comision de intermediacion, comision broker,
    gastos de bolsa, canon de bolsa, corretaje bancario, gastos de gestion, abwicklungspauschale,
    abwicklungsgebuhr, abwicklungsentgelt, orderentgelt, orderprovision, ordergebuhren, ordergebuhr,
    borsengebuhr, borsengebuhren, borsenspesen, fremdspesen, eigene provision, handelsentgelt,
    handelsplatzentgelt, depotgebuhr, vermittlungsprovision, barausgleich gebuhr, umrechnungskosten,
    devisenkursaufschlag, gesamtgebuhr, borsenabgaben, borsenabgabe, grundspesen, fixkosten, fremdgeb,
    entschadigung, provision, *provision, grundgebuhr, gebuhr, gebuhren, *gebuhr, *gebuhren, entgelt,
    entgelte, *entgelt, *entgelte, spesen, *spesen, courtage, *courtage, fremdkostenzuschlag,
    transaktionskosten, kommission, kommission swissquote bank ag, *kommission, auslagen, auslagenersatz,
    orderkosten, kosten, *kosten, handelsplatzgebuhr, ausgabeaufschlag, maklergebuhr, liefergebuhr,
    abwicklungskosten, clearing fee, bankprovision, eigene spesen, fremde spesen, inkassoprovision, rabatt,
    *rabatt, provisions rabatt, discount, sockelbetrag, fremdkostenpauschale, zustellgebuhr, handling fee,
    transaktionsentgelt, borsenplatz abhang entgelt, devisenprovision, trading fee, commission, commissions,
    fee, fees, brokerage, charges, stock exchange fee, transaction fee, order fee, trading costs,
    processing fee, exchange fee, foreign cost surcharge, external cost surcharge, frais, frais de courtage,
    courtages, commission ttc, courtage et commission, frais divers, droits de garde, makelaarsloon,
    transactiekosten, commissie, commissioni, commissione, spese, bolli e spese, costi, comision,
    comisiones, corretaje, canon*, gastos, tarifa plana*, corretajes, canones, tarifa
  `),
  tax: listWords(`
    kist, solidaritaetszuschlag, auslaendische steuer, *stempel, eidg stempel, ust, sdrt,
    stamp duty reserve tax, gst, nra tax, us withholding tax, non resident tax, foreign tax withheld,
    foreign tax, income tax, tax deducted, swiss withholding tax, anticipatory tax, federal withholding tax,
    swiss stamp duty, withholding, tva, t v a, contribution sociale, csg, crds, prelevement forfaitaire,
    pfnl, taxe boursiere, taxe sur les transactions financieres, tob, imposta sostitutiva, imposta di bollo,
    ritenuta fiscale, ritenuta estera, ritenuta italia, tassazione, buitenlandse bronbelasting,
    belgische roerende voorheffing, retencion origen, retencion destino, retencion fiscal,
    impuesto transacciones financieras, itf, steuern einbehalten, abzug steuern, einbehaltene steuern,
    steuerabzug, auslandische steuer, fremde steuer, nicht ruckforderbare quellensteuer, kursgewinnsteuer,
    usa quellensteuer, zinsabschlag, eu quellensteuer, spekulationssteuer, steuerbetrag, summe steuern,
    steuern gesamt, gesamtsumme steuern, qest, quellenst, gez quellenst, einbeh steuer, *quellensteuer,
    us quellensteuer, stempelabgaben, stempelabgabe, steuern, steuer, einbehaltene steuer, kest1, kest i,
    kest ii, kest iii, kest vi, kursgewinn kest, *verrechnungssteuer, dividendenarrest, umsatzsteuer 19,
    kapitalertragsteuer, kapitalertragssteuer, kapitalertrag steuer, kest, kapst, solidaritatszuschlag,
    solz, soli, kirchensteuer, kirchenst, quellensteuer, quest, qust, abgeltungsteuer, abgeltungssteuer,
    zinsabschlagsteuer, zast, auslands kest, auslandische quellensteuer, ausl quellensteuer,
    finanztransaktionssteuer, *transaktionssteuer, stempelsteuer, stempelgebuhr, eidg stempelsteuer,
    *stempelsteuer, eidgenossische stempelsteuer, umsatzabgabe, eidg umsatzabgabe, verrechnungssteuer,
    eidg verrechnungssteuer, zusatzlicher steuerruckbehalt, steuerruckbehalt, stamp duty,
    federal stamp duty, withholding tax, capital gains tax, solidarity surcharge, church tax,
    german flat rate tax, flat tax, financial transaction tax, tax, taxes, dividend tax, tax withheld,
    source tax, transaction tax, mehrwertsteuer, umsatzsteuer, mwst, vat, abgefuhrte steuern,
    einbehaltene kapitalertragsteuer, einbehaltener solidaritatszuschlag, einbehaltene kirchensteuer,
    einbehaltene quellensteuer, impot a la source, impot*, prelevement*, prelevements sociaux,
    precompte mobilier*, taxe*, retenue a la source, ttf, timbre federal, droit de timbre, impot anticipe,
    beurstaks, roerende voorheffing, bronbelasting, bronheffing, dividendbelasting, belasting, taks,
    ritenuta*, imposta*, tassa*, bollo, tobin tax, imposte, retencion*, impuesto*, tasa*, iva, irpf
  `),
  accrued: listWords(`
    stueckzinsen, *stueckzinsen, stueckzins, aufgelaufene zinsen, zinsvaluta, accrued int, interet couru,
    rateo interessi, rateo lordo, dietimi, intereses corridos, cupon devengado, meeverkochte rente,
    anteilige zinsen, stuckzinsen, *stuckzinsen, stuckzins, accrued interest, interets courus, marchzinsen,
    rateo, cupon corrido, opgelopen rente
  `),
  price: listWords(`
    price per share, average execution price, executed price, trade price, nav price, nav per unit,
    issue price, gross rate per share, payment rate, rate per unit, dividend per unit, prix d execution,
    cours d execution, prix moyen, valeur liquidative, vl, prezzo di esecuzione, prezzo unitario,
    prezzo eseguito, prezzo netto, uitvoeringsprijs, gemiddelde koers, precio de ejecucion, precio unitario,
    precio neto, dividendo unitario, importe unitario, dividendo por accion, cedola unitaria,
    ausfuhrungspreis, fondspreis, kaufkurs, verkaufskurs, preis pro stuck, preis je stuck, stuckkurs,
    dividende pro titel, bruttodividende pro stuck, ausschuttungspreis, nettoinventarwert, inventarwert,
    betrag stk, betrag stuck, amount pcs, amount per pcs, einlosung zu, ruckzahlung zu, abfindung zu,
    bezugspreis, nav, pro stuck, je stuck, pro anteil, je anteil, per share, per unit, par action,
    par titre, por accion, pro aktie, je aktie, auszahlung pro stuck, kurs, zum kurs von, ausfuhrungskurs,
    preis, stuckpreis, preis pro anteil, preis je anteil, abrechnungskurs, anteilspreis, rucknahmepreis,
    ausgabepreis, anteilwert, dividende pro stuck, ertrag pro st, ertrag pro stuck, ausschuttung pro stuck,
    dividendensatz, ertragnis, dividende je stuck, ausschuttung je stuck, ausschuttungssatz,
    zins dividendensatz, dividenden betrag pro stuck, durchschnittskurs, mischkurs, einlosungskurs,
    ruckzahlungskurs, kurs preis, dividende je aktie, dividende pro aktie, ausschuttung pro anteil,
    ausschuttung je anteil, price, average price, execution price, unit price, price per unit,
    rate per share, dividend per share, distribution per unit, dividend rate, cours, cours execute, prix,
    prix unitaire, cours moyen, montant unitaire, koers, prijs, uitvoeringskoers, prezzo, prezzo medio,
    cotizacion, precio, precio titulo, precio medio, cambio, importe por accion
  `),
  quantity: listWords(`
    ausgefuhrt, berechtigte anzahl, *anzahl, berechtigter bestand, anteilsbestand, anzahl nominale,
    number of securities, no of units, number of units sold, shares held, participating shares,
    participating holding, share quantity, filled quantity, executed quantity, units purchased, units sold,
    shares purchased, shares sold, qte, qty executed, quantite executee, nb titres, quantita eseguita,
    numero quote, quote, aantal stuks, aantal effecten, numero titulos, num titulos, stucke, anzahl stuck,
    anzahl titel, ausgefuhrte stuckzahl, ausgefuhrte menge, gehandelte menge, anteile stuck, bestand per,
    anspruchsberechtigter bestand, titulo, n titulo, accion, azioni, stuks, parts, nombre de parts, stueck,
    stuecke, stuck, stk, nominale, nominal, nennwert, anzahl, menge, umsatz, anteile, bestand, stuckzahl,
    zugang, abgang, einheit umsatz, anzahl anteile, anteilsumsatz, nominal stuck, quantity, units, shares,
    number of shares, no of shares, qty, holding, volume, number of units, quantite, nombre de titres,
    nombre, aantal, hoeveelheid, quantita, numero titoli, cantidad, titulos, n titulos, numero de titulos,
    participaciones
  `),
  rate: listWords(`
    fx exchange rate, forex, foreign exchange rate, exchange rate applied, taux de conversion, cours devise,
    tasso cambio, cambio applicato, tipo cambio, tipo de cambio aplicado, koers valuta, omrekeningskoers,
    wechselkurs eur, devisenreferenzkurs, kurs fremdwahrung, devisenkurs, umrechnungskurs, wechselkurs,
    zum devisenkurs, devisenabrechnungskurs, umger zum dev kurs, dev kurs, devisenmittelkurs, umrechnung,
    umrechnungsdevisenkurs, kurs eur, exchange rate, conversion rate, fx rate, currency rate, forex rate,
    taux de change, cours de change, wisselkoers, tasso di cambio, cambio, tipo de cambio, cambio divisa
  `),
  information: listWords(`
    franked amount, unfranked amount, franking credit, imputation credit, record date, cost basis,
    book cost, realised gain, realized gain, profit or loss, plus value, moins value, credit d impot,
    minusvalenza, plusvalenza, cumulative, year to date, ytd, balance, previous balance, market price,
    nominal value, denomination, avoir fiscal, valore di carico, gewinn und verlust, steuerdaten,
    zu versteuernder, pausch betrag, wertentwicklung, einstandskurs, kaufdatum, verhaltnis,
    verhaltnis 100 25, im laufenden kalenderjahr, basis fur, pro stuck anrechenbar, *pflichtiger,
    *pflichtige, *pflichtig, kapst pflichtiger, kest pflichtiger, berechnungsgrundlage, bemessungsgrundlage,
    *bemessungsgrundlage, anrechenbar*, angerechnet*, verlusttopf, *verlusttopf, *topf, verrechnungstopf,
    steuertopf, sparer pauschbetrag, sparerpauschbetrag, freistellungsauftrag, freistellung*,
    im laufenden jahr, limit, limitkurs, limite, cours demande, gezahlte, bezahlte, zu versteuern,
    steuerpflichtig*, veraussserungsgewinn, veraus*, gewinn, verlust, gewinn verlust, verausserungsverlust,
    grundlage, steuerlich*, erstattungsfahig*, ruckforderbar*, teilfreistellung, teilfreigestellt*,
    nach teilfreistellung, davon, vorher, nachher, kontostand, saldo, depotbestand, depotwert, taxable*,
    tax base, basis for tax*, assessment*, base imposable, base taxable, abattement, anschaffungs*,
    einstandswert, ersatzbemessung*, jahressteuerbescheinigung, ruckerstattbar*, zinsanteil, kapitalertrag,
    ordergrosse, orderlimit, zuwendung*, vertriebsprovision, vertriebsfolgeprovision, bestandsprovision,
    placement, rebate, fondsbestand, gesamtbestand, bisherige*, akkumuliert*, jahres*, eingebuchte,
    verrechnete, auf antrag, hochstens, maximal, ausgefuhrtes, ausgefuhrter, ausgefuhrten, unused,
    credit used, capital, grundkapital, stammkapital
  `),
  unlabelled: [],
  tradeDate: listWords(`
    trade date time, date time of execution, dealing date, date of trade, date of transaction,
    confirmation date, date dealt, transaction time, execution timestamp, order executed,
    date et heure locale d execution, date d operation, date de l execution, data e ora esecuzione,
    data eseguito, data contrattazione, datum transactie, transactiedatum en tijd, uitgevoerd op,
    datum uitvoering, fecha contratacion, fecha y hora ejecucion, fecha negociacion, ausgefuhrt,
    datum uhrzeit der ausfuhrung, datum der transaktion, abrechnungsdatum, zeitpunkt der ausfuhrung,
    auftragsausfuhrung, handelstag handelszeit, ausfuhrungszeitpunkt, ruckzahlungsdatum, falligkeitstag,
    einlosungstag, falligkeitsdatum, datum der ruckzahlung, handelstag, handelsdatum, schlusstag,
    schlusstag zeit, schlusstag uhrzeit, geschaftstag, ausfuhrungstag, ausfuhrungsdatum, ausfuhrung am,
    handelszeit, ausfuhrungszeit, abschlusstag, transaktionsdatum, abrechnungstag, kauf am, verkauf am,
    bezug am, ausgefuhrt am, ausfuhrungsdatum und zeit, handelstag zeit, datum der ausfuhrung,
    abschlussdatum, preisdatum, schlussdatum, ausfuhrungstag zeit, fondspreis vom, handels tag, kursdatum,
    trade datum, gekauft am, verkauft am, schlusstag schlusszeit, trade date, trade time, execution date,
    execution time, executed on, transaction date, date of execution, trade datetime, date traded,
    execution date and time, deal date, bargain date, date et heure d execution, date d execution,
    execute le, execution le, date execution, date de negociation, date operation, date de l operation,
    date de transaction, datum en tijdstip van uitvoering, uitvoeringsdatum, transactiedatum,
    data esecuzione, data operazione, eseguito il, data di esecuzione, data negoziazione,
    fecha de ejecucion, fecha ejecucion, fecha operacion, fecha de operacion, fecha de la operacion,
    ejecucion
  `),
  orderDate: listWords(`
    date of order, order placed, order time, order received, order created, date de l ordre, ordine del,
    data inserimento, fecha de la orden, erteilt am, auftrag erteilt, auftrag vom, auftragsdatum,
    orderdatum, auftragserteilung, order vom, auftragseingang, order date, ordre du, kaufauftrag vom,
    verkaufsauftrag vom, buy order of, sell order of, ordre d achat du, ordre de vente du,
    auftragserstellung, auftragszeit, tijdstip creatie order, ordre cree, date ordre, data ordine,
    fecha orden
  `),
  valueDate: listWords(`
    settlement date contractual, settle date, value dated, date of settlement, gutschriftsdatum,
    belastungsdatum, valutierung, valuta per, wertstellung zum, date d effet, data liquidazione,
    datum valuta, rentedatum, fecha de valor, fecha abono, fecha de liquidacion, valuta, wert, wertstellung,
    valutadatum, mit valuta, mit wert, wertstellungsdatum, valuta datum, valutatag, val, value date, value,
    settlement date, settlement, date valeur, date de valeur, valeur, data valuta, fecha valor, valor,
    valutadag, date de reglement, data regolamento, fecha liquidacion, zahlung am
  `),
  payDate: listWords(`
    payable date, dividend payment date, payment made on, date paid, date du paiement, date de versement,
    data stacco pagamento, betaalbaar, betaalbaar op, fecha de abono, zahlbar per, zahlungstermin,
    dividendenzahltag, auszahlungstag, datum der ausschuttung, ausschuttungsdatum, zahltag, zahlbarkeitstag,
    zahlbar, zahlbar ab, zahlbar am, zahlungstag, zahlungsdatum, pay date, payday, payment date,
    date of payment, date de paiement, date paiement, mise en paiement, betaaldatum, betaaldag,
    data pagamento, data di pagamento, fecha de pago, fecha pago, falligkeit, falligkeitstag,
    auszahlungsdatum, ausschuttungstag
  `),
  exDate: listWords(`
    ex dividend day, ex day, ex dividendendatum, ex dividenddatum, date de detachement du coupon,
    fecha ex dividendo, data ex dividendo, ex coupon date, ex tag, extag, ex datum, ex date,
    ex dividend date, ex dividende, ex coupon, date ex, detachement, date de detachement, data stacco,
    ex dividend, fecha ex, ex dag, stichtag ex
  `),
  documentDate: listWords(`
    buchung, booking, buchungstag, buchungsdatum, boekdatum, data contabile, date comptable, posting date,
    datum, date, data, fecha, vom, munchen, erstellt am, den
  `),
}
