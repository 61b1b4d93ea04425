import { dateWords } from './date-words.ts'
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
    wurde auf ihr konto uberwiesen, betrag wurde auf ihr abwicklungskonto uberwiesen, credited to your
    account, debited from your account, charged to your account, credited to account, debited from
    account, belastet, bijgeschreven, afgeschreven, credite sur votre compte, debite de votre compte,
    accreditato sul conto, addebitato sul conto, abonado en cuenta, cargado en cuenta, total cost, total
    due, amount payable, settlement total, total payable, net amount due, total settlement, total
    settlement amount, amount payable to you, net amount payable, total credit, total debit, payment
    amount, amount paid, net dividend, net payment, total net amount, net amount to client, net proceeds
    of sale, cash settlement, total charged, total paid, net a payer, montant net a debiter, montant net a
    crediter, montant total debite, total debite, total credite, totale operazione, importo totale, totale
    da pagare, totale a debito, totale a credito, importo netto accreditato, importo netto addebitato,
    totaal te betalen, totaal te ontvangen, totaalbedrag, bedrag ten laste, bedrag ten gunste, importe
    liquido a abonar, importe total cargado, total operacion, total neto, neto, charged amount, amount
    charged, verrechneter total, betrag belastet, betrag gutgeschrieben, gutgeschriebener betrag,
    belasteter betrag, gesamtsumme, netto gutschrift, abrechnungsbetrag netto, zu ihren gunsten vor
    steuern, zu ihren lasten vor steuern, zu ihren gunsten nach steuern, zu ihren lasten nach steuern, vor
    steuern, nach steuern, verrechneter betrag, gesamtbetrag zu ihren gunsten, gesamtbetrag zu ihren
    lasten, belastung konto, gutschrift konto, total zu ihren lasten, total zu ihren gunsten, saldo zu
    ihren gunsten, saldo zu ihren lasten, ausmachender betrag, endbetrag, zu ihren lasten, zu ihren
    gunsten, zu lasten, zu gunsten, zulasten, zugunsten, betrag zu ihren lasten, betrag zu ihren gunsten,
    gutschrift, lastschrift, belastung, gutgeschrieben, total gutgeschrieben, total belastet,
    abrechnungsbetrag, auszahlungsbetrag, nettobetrag, buchungsbetrag, zahlbetrag, auszahlung,
    gesamtbetrag, abrechnungssumme, kontobelastung, nettoertrag, gebuchter betrag, konto belastet,
    verrechnungsbetrag, endbetrag zu ihren lasten, netto, nettozufluss, gutschrift mit wert, buchung auf
    kontonummer, zu zahlender betrag, uberweisungsbetrag, netto zu ihren gunsten, net amount, amount
    credited*, amount debited*, to your debit, to your credit, total credited, total debited, settlement
    amount, net proceeds, amount due, net cash, net, dividende netto, nettodividende, ertrag netto,
    ausschuttung netto, amount credited, net credit, net debit, total amount, net consideration, total
    consideration, credited amount, debited amount, net total, montant net, montant debite, montant
    credite, net a debiter, net a crediter, montant total, montant net au debit de votre compte, montant
    net au credit de votre compte, net client, net a votre credit, net a votre debit, debit, credit, a
    votre debit, a votre credit, montant comptabilise, montant net credite, netto credit, netto debet,
    debet, te betalen, te ontvangen, nettobedrag, totaal bedrag, netto bedrag, importo netto, netto a
    vostro debito, netto a vostro credito, a suo debito, a suo credito, a suo favore, totale addebitato,
    totale accreditato, a vostro debito, a vostro credito, controvalore netto, importo addebitato, importo
    accreditato, saldo a vostro, importe neto, importe liquido, liquido a cargo, liquido a abonar, total a
    abonar, total a cargar, neto a cobrar, importe total, liquido, efectivo neto, total liquido, importe
    cargado, importe abonado, you pay, you receive, you paid, you received, amount to pay, total to pay,
    total amount payable, net value, amount settled, cash amount, total proceeds, net amount paid, net
    amount received, total amount paid, total amount received, total amount due, net settlement, net
    settlement amount, final amount, grand total, total purchase amount, total cost including fees, net
    total amount, amount charged to your account, net amount credited, net amount debited, amount
    transferred, net dividend amount, net dividend payment, net distribution, net payable, montant net
    percu, net percu, montant percu, net verse, montant verse, montant net en votre faveur, montant net
    regle, montant a regler, montant debite du compte, montant net verse, net en votre faveur, importo
    netto a debito, importo netto a credito, netto a debito, netto a credito, netto da pagare, netto da
    ricevere, importo regolato, importo da addebitare, totale netto, dividendo netto, te verrekenen,
    totaal te verrekenen, verrekend bedrag, netto dividend, bedrag te betalen, bedrag te ontvangen, total
    a pagar, total a percibir, liquido a percibir, importe a abonar, importe a cargar, importe neto a
    abonar, dividendo neto, importe neto abonado, total a recibir, valor liquido, montante liquido, total
    a debitar, total a creditar, valor a debitar, valor a creditar, montante total, valor total,
    importancia liquida, razem do zaplaty, kwota netto, do wyplaty, do zaplaty, kwota do zaplaty, kwota
    rozliczenia, wartosc netto, kwota do wyplaty, att betala, att erhalla, castka k uhrade, celkem, til disposition, yhteensa, totalt belopp, likvidbelopp,
    nettobelopp, belopp att betala, att fa, til afregning, afregningsbelob, nettobelob, til betaling,
    nettobelop, oppgjorsbelop, totalbelop, gesamtbetrag belastung, gesamtbetrag gutschrift, zu zahlen, zu
    bezahlen, ihr nettobetrag, verrechnung konto, belastungsbetrag, gutschriftsbetrag, lastschriftbetrag,
    auszuzahlender betrag, einzuziehender betrag, gesamtbetrag der abrechnung, ausgezahlter betrag,
    uberweisung an sie
  `),
  gross: listWords(`
    ausschuttung vor teilfreistellung, ertrag vor teilfreistellung, barausgleich, gross payment, gross
    proceeds, order value, investment amount, transaction value, trade consideration, gross value, total
    consideration before costs, gross amount of dividend, dividend gross, montant de l operation, montant
    de la transaction, montant brut de la transaction, valeur brute, brut total, valore lordo, importo
    operazione, totale lordo, transactiewaarde, bruto waarde, importe de la operacion, valor efectivo,
    total bruto, gross income, distribution gross, bruttoerlos, handelsbetrag, orderwert, ausfuhrungswert,
    transaktionsbetrag, kurswert total, kaufpreis total, kaufpreis, verkaufspreis total, verkaufspreis,
    brutto betrag, transaktionswert, auslandische dividende, inlandische dividende, bruttodividende,
    auslandische ertrage, investmentertrage, kurswert, bruttobetrag, bruttoertrag, brutto,
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
    efectivo, dividendo bruto, importe, contract value, contract amount, trade total, value of trade,
    purchase value, sale value, sale proceeds, sales proceeds, execution value, executed value, executed
    amount, order amount, subtotal, sub total, amount before fees, gross dividend amount, gross payment
    amount, gross sale proceeds, gross purchase amount, value before fees, montant de la negociation,
    capital negocie, montant negocie, contrevaleur, revenu brut, coupon brut, montant brut du coupon,
    montant brut de l operation, controvalore operazione, importo lordo cedola, cedola lorda, controvalore
    titoli, valore operazione, effectief bedrag, orderwaarde, transactiebedrag, bruto dividendbedrag,
    effectenbedrag, importe bruto de la operacion, contravalor, valor bruto de la operacion, valor bruto,
    montante bruto, valor da operacao, valor da transacao, dividendo iliquido, wartosc, wartosc
    transakcji, wartosc brutto, kwota brutto, bruttobelopp, kopbelopp, objem obchodu, bruttoudbytte, kauppahinta, kursvaerdi, bruttobelob,
    bruttobelop, kaufwert, verkaufswert, handelssumme, transaktionsvolumen, bruttogegenwert,
    gesamtkurswert, erlos, verkaufserlos, abrechnungswert, wert der anteile, anteilwert gesamt,
    bruttogutschrift, bruttozinsertrag, bruttozins
  `),
  total: listWords(`
    gesamt, summe, total, betrag, amount, montant, totaal, bedrag, totale, importo, somme, belopp, belob,
    belop, kwota, suma, razem, montante, sum, soma
  `),
  fee: listWords(`
    used trading credit, trading credit, gebuehr, gebuehren, *gebuehr, *gebuehren, diverse, diverses, eidg
    abgaben, drittgebuhren, fremde gebuhren, brokerage fees, brokerage and fees, dealing charge, dealing
    commission, fx charge, fx fee, sec fee, taf fee, adr fee, platform fee, regulatory fee, regulatory
    fees, handling charge, clearing fees, agency processing fee, processing fees, ptm levy, ptm, currency
    conversion fee, transaction costs, transaction fees, service charge, settlement fee, total fees, total
    charges, broker commission, frais de transaction, frais de bourse, frais ht, frais h t, droits de
    sortie, droits d entree, commission de change, commission de mouvement, commissioni di negoziazione,
    spese fisse, commissioni bancarie, diritti fissi, kosten broker, beursvergoeding, afwikkelingskosten,
    wisselkosten, comision de intermediacion, comision broker, gastos de bolsa, canon de bolsa, corretaje
    bancario, gastos de gestion, abwicklungspauschale, abwicklungsgebuhr, abwicklungsentgelt,
    orderentgelt, orderprovision, ordergebuhren, ordergebuhr, borsengebuhr, borsengebuhren, borsenspesen,
    fremdspesen, eigene provision, handelsentgelt, handelsplatzentgelt, depotgebuhr,
    vermittlungsprovision, barausgleich gebuhr, umrechnungskosten, devisenkursaufschlag, gesamtgebuhr,
    borsenabgaben, borsenabgabe, grundspesen, fixkosten, fremdgeb, entschadigung, provision, *provision,
    grundgebuhr, gebuhr, gebuhren, *gebuhr, *gebuhren, entgelt, entgelte, *entgelt, *entgelte, spesen,
    *spesen, courtage, *courtage, fremdkostenzuschlag, transaktionskosten, kommission, kommission
    swissquote bank ag, *kommission, auslagen, auslagenersatz, orderkosten, kosten, *kosten,
    handelsplatzgebuhr, ausgabeaufschlag, maklergebuhr, liefergebuhr, abwicklungskosten, clearing fee,
    bankprovision, eigene spesen, fremde spesen, inkassoprovision, rabatt, *rabatt, provisions rabatt,
    discount, sockelbetrag, fremdkostenpauschale, zustellgebuhr, handling fee, transaktionsentgelt,
    borsenplatz abhang entgelt, devisenprovision, trading fee, commission, commissions, fee, fees,
    brokerage, charges, stock exchange fee, transaction fee, order fee, trading costs, processing fee,
    exchange fee, foreign cost surcharge, external cost surcharge, frais, frais de courtage, courtages,
    commission ttc, courtage et commission, frais divers, droits de garde, makelaarsloon,
    transactiekosten, commissie, commissioni, commissione, spese, bolli e spese, costi, comision,
    comisiones, corretaje, canon*, gastos, tarifa plana*, corretajes, canones, tarifa, execution fee,
    foreign exchange fee, exchange fees, fx conversion fee, network fee, transaction charge, transaction
    charges, admin charge, administration charge, trading fees, miscellaneous fee, other fees, adviser
    fee, advisor fee, broker fee, broker fees, initial charge, sales charge, entry fee, exit fee,
    commission and fees, commissions and fees, fees and commissions, finra fee, dealing fee, dealing fees,
    brokerage costs, trade fee, conversion fee, exchange and clearing fee, market fee, third party fees,
    external fees, brokerage charge, frais de negociation, frais d intermediation, commission d
    intermediation, frais fixes, frais de place, frais d execution, total frais, frais et commissions,
    frais bancaires, frais de souscription, frais de change, frais externes, commissione di negoziazione,
    spese di esecuzione, spese operazione, recupero spese, commissioni totali, oneri, commissione cambio,
    spese di incasso, provisie, servicekosten, afhandelingskosten, aan en verkoopkosten, valutakosten,
    beurskosten, comisiones y gastos, gastos y comisiones, comision de compraventa, comision de custodia,
    comision liquidacion, tarifa bolsa, comision cambio divisa, gastos externos, costes, canon liquidacion,
    comissao, comissoes, corretagem, custos, comissao de corretagem, taxa de bolsa, despesas, prowizja,
    prowizje, poplatek, poplatky, valityspalkkio, oplata, oplaty, prowizja maklerska, avgift, avgifter, kurtage, gebyr, gebyrer, omkostninger,
    kurtasje, valutavaxlingsavgift, handelskosten, ausfuhrungsentgelt, tradinggebuhr, netzwerkgebuhr,
    servicegebuhr, servicepauschale, maklerentgelt, spread, aufgeld, agio, vertriebsprovision kauf,
    transaktionspauschale, wechselgebuhr, fremdwahrungsgebuhr, regulierungsgebuhr
  `),
  tax: listWords(`
    kist, solidaritaetszuschlag, auslaendische steuer, *stempel, eidg stempel, ust, sdrt, stamp duty
    reserve tax, gst, nra tax, us withholding tax, non resident tax, foreign tax withheld, foreign tax,
    income tax, tax deducted, swiss withholding tax, anticipatory tax, federal withholding tax, swiss
    stamp duty, withholding, tva, t v a, contribution sociale, csg, crds, prelevement forfaitaire, pfnl,
    taxe boursiere, taxe sur les transactions financieres, tob, imposta sostitutiva, imposta di bollo,
    ritenuta fiscale, ritenuta estera, ritenuta italia, tassazione, buitenlandse bronbelasting, belgische
    roerende voorheffing, retencion origen, retencion destino, retencion fiscal, impuesto transacciones
    financieras, itf, steuern einbehalten, abzug steuern, einbehaltene steuern, steuerabzug, auslandische
    steuer, fremde steuer, nicht ruckforderbare quellensteuer, kursgewinnsteuer, usa quellensteuer,
    zinsabschlag, eu quellensteuer, spekulationssteuer, steuerbetrag, summe steuern, steuern gesamt,
    gesamtsumme steuern, qest, quellenst, gez quellenst, einbeh steuer, *quellensteuer, us quellensteuer,
    stempelabgaben, stempelabgabe, steuern, steuer, einbehaltene steuer, kest1, kest i, kest ii, kest iii,
    kest vi, kursgewinn kest, *verrechnungssteuer, dividendenarrest, umsatzsteuer 19, kapitalertragsteuer,
    kapitalertragssteuer, kapitalertrag steuer, kest, kapst, solidaritatszuschlag, solz, soli,
    kirchensteuer, kirchenst, quellensteuer, quest, qust, abgeltungsteuer, abgeltungssteuer,
    zinsabschlagsteuer, zast, auslands kest, auslandische quellensteuer, ausl quellensteuer,
    finanztransaktionssteuer, *transaktionssteuer, stempelsteuer, stempelgebuhr, eidg stempelsteuer,
    *stempelsteuer, eidgenossische stempelsteuer, umsatzabgabe, eidg umsatzabgabe, verrechnungssteuer,
    eidg verrechnungssteuer, zusatzlicher steuerruckbehalt, steuerruckbehalt, stamp duty, federal stamp
    duty, withholding tax, capital gains tax, solidarity surcharge, church tax, german flat rate tax, flat
    tax, financial transaction tax, tax, taxes, dividend tax, tax withheld, source tax, transaction tax,
    mehrwertsteuer, umsatzsteuer, mwst, vat, abgefuhrte steuern, einbehaltene kapitalertragsteuer,
    einbehaltener solidaritatszuschlag, einbehaltene kirchensteuer, einbehaltene quellensteuer, impot a la
    source, impot*, prelevement*, prelevements sociaux, precompte mobilier*, taxe*, retenue a la source,
    ttf, timbre federal, droit de timbre, impot anticipe, beurstaks, roerende voorheffing, bronbelasting,
    bronheffing, dividendbelasting, belasting, taks, ritenuta*, imposta*, tassa*, bollo, tobin tax,
    imposte, retencion*, impuesto*, tasa*, iva, irpf, dividend withholding tax, withholding taxes, basic
    rate tax, income tax deducted, wht, dwt, stamp tax, stamp duties, taxes withheld, tax withholding,
    backup withholding, transfer tax, securities transfer tax, source withholding tax, foreign withholding
    tax, tax on dividends, irish stamp duty, total tax, total taxes, prelevement a la source, retenue,
    contributions sociales, taxe sur transactions financieres, retenue source, taxe de bourse, ritenute,
    ftt, bollo stato, tassa contratti, tassa sui contratti, imposta estera, ingehouden dividendbelasting,
    ingehouden bronbelasting, taks op beursverrichtingen, retencion en origen, retencion en destino,
    retenciones, impuesto sobre transacciones financieras, imposto*, retencao*, imposto do selo, irs,
    podatek*, podatek u zrodla, kupongskatt, utlandsk skatt, kallskatt, preliminarskatt, skatt,
    udbytteskat, kildeskat, kildeskatt, skat, borsenumsatzsteuer, kapitalertragsteuern, auslandssteuer,
    einbehaltene steuern gesamt, kapitalertragsteuer gesamt, bundessteuer, stempel
  `),
  accrued: listWords(`
    stueckzinsen, *stueckzinsen, stueckzins, aufgelaufene zinsen, zinsvaluta, accrued int, interet couru,
    rateo interessi, rateo lordo, dietimi, intereses corridos, cupon devengado, meeverkochte rente,
    anteilige zinsen, stuckzinsen, *stuckzinsen, stuckzins, accrued interest, interets courus,
    marchzinsen, rateo, cupon corrido, opgelopen rente, interest accrued, interets courus nets, opgebouwde
    rente, juros corridos, upplupen ranta, odsetki, vedhaengende rente
  `),
  price: listWords(`
    price per share, average execution price, executed price, trade price, nav price, nav per unit, issue
    price, gross rate per share, payment rate, rate per unit, dividend per unit, prix d execution, cours d
    execution, prix moyen, valeur liquidative, vl, prezzo di esecuzione, prezzo unitario, prezzo eseguito,
    prezzo netto, uitvoeringsprijs, gemiddelde koers, precio de ejecucion, precio unitario, precio neto,
    dividendo unitario, importe unitario, dividendo por accion, cedola unitaria, ausfuhrungspreis,
    fondspreis, kaufkurs, verkaufskurs, preis pro stuck, preis je stuck, stuckkurs, dividende pro titel,
    bruttodividende pro stuck, ausschuttungspreis, nettoinventarwert, inventarwert, betrag stk, betrag
    stuck, amount pcs, amount per pcs, einlosung zu, ruckzahlung zu, abfindung zu, bezugspreis, nav, pro
    stuck, je stuck, pro anteil, je anteil, per share, per unit, par action, par titre, por accion, pro
    aktie, je aktie, auszahlung pro stuck, kurs, zum kurs von, ausfuhrungskurs, preis, stuckpreis, preis
    pro anteil, preis je anteil, abrechnungskurs, anteilspreis, rucknahmepreis, ausgabepreis, anteilwert,
    dividende pro stuck, ertrag pro st, ertrag pro stuck, ausschuttung pro stuck, dividendensatz,
    ertragnis, dividende je stuck, ausschuttung je stuck, ausschuttungssatz, zins dividendensatz,
    dividenden betrag pro stuck, durchschnittskurs, mischkurs, einlosungskurs, ruckzahlungskurs, kurs
    preis, dividende je aktie, dividende pro aktie, ausschuttung pro anteil, ausschuttung je anteil,
    price, average price, execution price, unit price, price per unit, rate per share, dividend per share,
    distribution per unit, dividend rate, cours, cours execute, prix, prix unitaire, cours moyen, montant
    unitaire, koers, prijs, uitvoeringskoers, prezzo, prezzo medio, cotizacion, precio, precio titulo,
    precio medio, cambio, importe por accion, unit cost, purchase price per share, sale price per share,
    purchase price per unit, gross dividend per share, net asset value, subscription price, redemption
    price, offer price, avg price, avg execution price, dealing price, amount per share, gross amount per
    share, payment per share, price each, share price, fill price, filled price, deal price, bargain
    price, prix d achat, prix de vente, cours moyen pondere, prix par part, montant par titre, montant par
    action, dividende par action, dividende unitaire, coupon unitaire, revenu unitaire, prix moyen d
    execution, cours d achat, cours de vente, montant brut unitaire, prezzo di acquisto, prezzo di
    vendita, prezzo medio di esecuzione, dividendo per azione, importo unitario, prezzo di carico
    unitario, koers per aandeel, dividend per aandeel, prijs per stuk, aankoopkoers, verkoopkoers, prijs
    per aandeel, precio por accion, precio de compra, precio de venta, precio ejecutado, cambio medio,
    importe bruto por titulo, bruto por titulo, importe por titulo, dividendo por titulo, importe bruto
    unitario, preco, preco medio, preco unitario, cotacao, valor unitario, cena, cena za kus, cena jednostkowa, hinta, quotazione,
    dywidenda na akcje, utdelning per aktie, udbytte pr aktie, utbytte per aksje, pris, anteilpreis, preis
    stuck, einzelpreis, kurs pro stuck, kurs je stuck, kurs pro anteil, rucknahmekurs, ausgabekurs,
    zeichnungspreis, ausschuttung pro aktie, dividende pro anteil, ertrag je stuck, ertrag je anteil,
    ertrag pro anteil, ausschuttung je st, betrag je stuck, betrag pro stuck, dividende st
  `),
  quantity: listWords(`
    ausgefuhrt, berechtigte anzahl, *anzahl, berechtigter bestand, anteilsbestand, anzahl nominale, number
    of securities, no of units, number of units sold, shares held, participating shares, participating
    holding, share quantity, filled quantity, executed quantity, units purchased, units sold, shares
    purchased, shares sold, qte, qty executed, quantite executee, nb titres, quantita eseguita, numero
    quote, quote, aantal stuks, aantal effecten, numero titulos, num titulos, stucke, anzahl stuck, anzahl
    titel, ausgefuhrte stuckzahl, ausgefuhrte menge, gehandelte menge, anteile stuck, bestand per,
    anspruchsberechtigter bestand, titulo, n titulo, accion, azioni, stuks, parts, nombre de parts,
    stueck, stuecke, stuck, stk, nominale, nominal, nennwert, anzahl, menge, umsatz, anteile, bestand,
    stuckzahl, zugang, abgang, einheit umsatz, anzahl anteile, anteilsumsatz, nominal stuck, quantity,
    units, shares, number of shares, no of shares, qty, holding, volume, number of units, quantite, nombre
    de titres, nombre, aantal, hoeveelheid, quantita, numero titoli, cantidad, titulos, n titulos, numero
    de titulos, participaciones, number of shares purchased, shares allocated, quantity executed, filled
    qty, fill quantity, executed qty, total units, no of securities, number of shares held, shares owned,
    eligible shares, entitled quantity, eligible holding, units held, holding on record date, total
    quantity, number of units held, quantity filled, shares bought, number of shares sold, quantity held,
    entitled shares, nombre d actions, nbre de titres, nb de titres, quantite negociee, quantite detenue,
    quantite livree, quantita nominale, q ta, numero azioni, numero di azioni, numero di quote, n quote,
    nr titoli, numero di titoli, aantal aandelen, aantal participaties, aantal nominaal, aantal eenheden,
    n de titulos, numero de acciones, num acciones, titulos ejecutados, numero de participaciones, num
    participaciones, quantidade, n de acoes, numero de acoes, liczba, ilosc, pocet kusu, pocet, maara, kappalemaara, liczba akcji, liczba sztuk,
    liczba papierow, antal, antal aktier, antall, antal andele, antal andelar, nennbetrag, nominalbetrag,
    nominalwert, stuckzahl bestand, bestand stuck, anzahl aktien, anteilbestand, anteilanzahl, anteile
    gekauft, anteile verkauft, gekaufte anteile, verkaufte anteile, anzahl stucke, anzahl wertpapiere,
    stuckanzahl
  `),
  rate: listWords(`
    fx exchange rate, forex, foreign exchange rate, exchange rate applied, taux de conversion, cours
    devise, tasso cambio, cambio applicato, tipo cambio, tipo de cambio aplicado, koers valuta,
    omrekeningskoers, wechselkurs eur, devisenreferenzkurs, kurs fremdwahrung, devisenkurs,
    umrechnungskurs, wechselkurs, zum devisenkurs, devisenabrechnungskurs, umger zum dev kurs, dev kurs,
    devisenmittelkurs, umrechnung, umrechnungsdevisenkurs, kurs eur, exchange rate, conversion rate, fx
    rate, currency rate, forex rate, taux de change, cours de change, wisselkoers, tasso di cambio,
    cambio, tipo de cambio, cambio divisa, fx rate applied, applied exchange rate, currency conversion
    rate, cours de conversion, taux de change applique, tasso di conversione, wisselkoers valuta, tipo de
    cambio divisa, taxa de cambio, kurs wymiany, kurs walutowy, vaxelkurs, valutakurs, vekselkurs,
    umrechnungskurs eur, fremdwahrungskurs, devisenumrechnungskurs, abrechnungsdevisenkurs, umtauschkurs
  `),
  information: listWords(`
    franked amount, unfranked amount, franking credit, imputation credit, record date, cost basis, book
    cost, realised gain, realized gain, profit or loss, plus value, moins value, credit d impot,
    minusvalenza, plusvalenza, cumulative, year to date, ytd, balance, previous balance, market price,
    nominal value, denomination, avoir fiscal, valore di carico, gewinn und verlust, steuerdaten, zu
    versteuernder, pausch betrag, wertentwicklung, einstandskurs, kaufdatum, verhaltnis, verhaltnis 100
    25, im laufenden kalenderjahr, basis fur, pro stuck anrechenbar, *pflichtiger, *pflichtige,
    *pflichtig, kapst pflichtiger, kest pflichtiger, berechnungsgrundlage, bemessungsgrundlage,
    *bemessungsgrundlage, anrechenbar*, angerechnet*, verlusttopf, *verlusttopf, *topf, verrechnungstopf,
    steuertopf, sparer pauschbetrag, sparerpauschbetrag, freistellungsauftrag, freistellung*, im laufenden
    jahr, limit, limitkurs, limite, cours demande, gezahlte, bezahlte, zu versteuern, steuerpflichtig*,
    veraussserungsgewinn, veraus*, gewinn, verlust, gewinn verlust, verausserungsverlust, grundlage,
    steuerlich*, erstattungsfahig*, ruckforderbar*, teilfreistellung, teilfreigestellt*, nach
    teilfreistellung, davon, vorher, nachher, kontostand, saldo, depotbestand, depotwert, taxable*, tax
    base, basis for tax*, assessment*, base imposable, base taxable, abattement, anschaffungs*,
    einstandswert, ersatzbemessung*, jahressteuerbescheinigung, ruckerstattbar*, zinsanteil,
    kapitalertrag, ordergrosse, orderlimit, zuwendung*, vertriebsprovision, vertriebsfolgeprovision,
    bestandsprovision, placement, rebate, fondsbestand, gesamtbestand, bisherige*, akkumuliert*, jahres*,
    eingebuchte, verrechnete, auf antrag, hochstens, maximal, ausgefuhrtes, ausgefuhrter, ausgefuhrten,
    unused, credit used, capital, grundkapital, stammkapital, market value of holding, portfolio value,
    account balance, cash balance, available balance, average cost, average buy price, cost per share,
    gain loss, capital gain, capital gains, taxable amount, p l, profit and loss, unrealised, unrealized,
    prix de revient, plus values, moins values, montant imposable, valore di mercato, valor de mercado,
    coste de adquisicion, precio medio de compra, marktwaarde, aankoopwaarde, konsteneinstand,
    einstandspreis, einstand, kaufwert einstand, order limit, limit price, limit kurs, stop price, prix
    limite, prezzo limite, precio limite, limietprijs, limietkoers
  `),
  unlabelled: [],
  ...dateWords,
}
