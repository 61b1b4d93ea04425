import type { Preset } from '../csv/preset.ts'

/**
 * DEGIRO: the account statement as CSV, in eight languages. A trade, its costs and its conversion are separate rows.
 * Transfers between DEGIRO and its bank move no money.
 */
export const degiro: Preset = {
  id: 'degiro',
  name: 'DEGIRO',
  format: 'csv',
  detect: [
    ['Datum', 'Tijd', 'Valutadatum', 'Product', 'ISIN', 'Omschrijving', 'FX', 'Mutatie'],
    ['Date', 'Time', 'Value date', 'Product', 'ISIN', 'Description', 'FX', 'Change'],
    ['Datum', 'Valutadatum', 'Produkt', 'ISIN', 'Beschreibung', 'FX', 'Änderung'],
    ['Date', 'Heure', 'Produit', 'Code ISIN', 'Description', 'FX', 'Mouvements'],
    ['Fecha', 'Hora', 'Fecha valor', 'Producto', 'ISIN', 'Descripción', 'Tipo', 'Variación'],
    ['Data', 'Hora', 'Data Valor', 'Produto', 'ISIN', 'Descrição', 'T.', 'Mudança'],
    ['Data', 'Ora', 'Data Valore', 'Prodotto', 'ISIN', 'Descrizione', 'Borsa', 'Variazioni'],
    ['Data', 'Czas', 'Produkt', 'ISIN', 'Opis', 'Kurs', 'Zmiana'],
  ],
  columns: {
    date: ['Datum', 'Date', 'Fecha', 'Data'],
    time: ['Tijd', 'Time', 'Uhrze.', 'Uhrzeit', 'Heure', 'Hora', 'Ora', 'Czas'],
    settle_date: [
      'Valutadatum',
      'Value date',
      'Date de valeur',
      'Date de',
      'Fecha valor',
      'Data Valor',
      'Data Valore',
    ],
    name: ['Product', 'Produkt', 'Produit', 'Producto', 'Produto', 'Prodotto'],
    isin: ['ISIN', 'Code ISIN'],
    note: ['Omschrijving', 'Description', 'Beschreibung', 'Descripción', 'Descrição', 'Descrizione', 'Opis'],
    currency: ['Mutatie', 'Change', 'Änderung', 'Mouvements', 'Variación', 'Mudança', 'Variazioni', 'Zmiana'],
    amount: {
      rightOf: [
        'Mutatie',
        'Change',
        'Änderung',
        'Mouvements',
        'Variación',
        'Mudança',
        'Variazioni',
        'Zmiana',
      ],
    },
    reference: [
      'Order Id',
      'Order-ID',
      'ID Ordre',
      'ID Orden',
      'ID da Ordem',
      'ID Ordine',
      'Identyfikator zlecenia',
    ],
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  continues: 'reference',
  extract: [
    {
      from: 'note',
      pattern:
        /(?<side>koop|verkoop|buy|sell|kauf|verkauf|achat|vente|compra|venta|venda|acquisto|vendita|kupno|sprzedaż) (?<quantity>\d[\d.,\s]*)(?: [^@]+?)? ?@ ?(?<price>[\d.,]+) (?<price_currency>[A-Z]{3})/i,
    },
  ],
  rules: [
    {
      when: {
        note: /cash sweep|geldrekening bij|cash account at flatex|geldkonto bei|compte esp[èe]ces|cuenta de efectivo|conta caixa|conto liquidit/i,
      },
      skip: 'internal',
    },
    { when: { note: /reserv(ation|ierung|ering|ación|a ) /i }, skip: 'reservation' },
    { when: { note: /processed flatex withdrawal/i }, skip: 'repeated' },
    {
      when: { note: /fonds mon[ée]taires|geldmarktfonds|money market fund|cash fund|funduszu gotówkowego/i },
      post: { type: 'other_income' },
    },
    {
      when: {
        note: /(productwijziging|product change|produktänderung|changement de produit|cambio de producto|cambio (di|del) prodotto|mudança de produto|wijziging isin|isin change|zmiana (isin|produktu)|^fuzja)/i,
        side: /^(koop|buy|kauf|achat|compra|acquisto|kupno)$/i,
        quantity: /./,
      },
      post: { type: 'merger', half: 'swap', side: 'in' },
    },
    {
      when: {
        note: /(productwijziging|product change|produktänderung|changement de produit|cambio de producto|cambio (di|del) prodotto|mudança de produto|wijziging isin|isin change|zmiana (isin|produktu)|^fuzja)/i,
      },
      post: { type: 'merger', half: 'swap', side: 'out' },
    },
    {
      when: { note: /stock dividend|stockdividend/i, quantity: /./ },
      post: { type: 'trade', side: 'buy', isFree: true },
    },
    {
      when: {
        note: /stock split|aandelensplitsing|aktiensplit|fractionnement|frazionamento|desdoblamiento|desdobramento/i,
        side: /^(koop|buy|kauf|achat|compra|acquisto|kupno)$/i,
      },
      post: { type: 'split', half: 'split', side: 'in' },
    },
    {
      when: {
        note: /stock split|aandelensplitsing|aktiensplit|fractionnement|frazionamento|desdoblamiento|desdobramento/i,
        side: /./,
      },
      post: { type: 'split', half: 'split', side: 'out' },
    },
    { when: { note: /spin.?off/i }, refuse: 'no_parent' },
    {
      when: { side: /^(koop|buy|kauf|achat|compra|acquisto|kupno)$/i },
      post: { type: 'trade', side: 'buy' },
    },
    {
      when: { side: /^(verkoop|sell|verkauf|vente|venta|venda|vendita|sprzedaż)$/i },
      post: { type: 'trade', side: 'sell' },
    },
    {
      when: {
        note: /transactiekosten|transaction and\/or third|transaktionsgebühren|frais degiro de courtage|comissões de transação|costes de transacción|commissioni di transazione|costi di transazione|transaction costs|opłata transakcyjna/i,
      },
      post: { type: 'fees' },
    },
    {
      when: {
        note: /dividend.?belasting|dividend tax|dividendensteuer|imp[oô]ts? sur dividende|retención del dividendo|impuesto sobre dividendo|imposto sobre dividendo|imposta sul dividendo|ritenuta|podatek (dywidendowy|od dywidendy)/i,
      },
      post: { type: 'tax' },
    },
    { when: { note: /^dividend|^divid[eê]nd|^cash dividend|^dywidend/i }, post: { type: 'dividend' } },
    {
      when: { note: /kapitalrückzahlung|return of capital|uitkering kapitaal/i },
      post: { type: 'return_of_capital' },
    },
    { when: { note: /coupon/i }, post: { type: 'coupon' } },
    {
      when: {
        note: /valuta (creditering|debitering)|^fx (credit|debit|withdrawal)|währungswechsel|op[ée]ration de change|cambio de divisa|de divisa|cambio valuta|(credito|debito|prelievo) (di )?valuta/i,
      },
      post: { type: 'fx', half: 'conversion' },
    },
    {
      when: {
        note: /aansluitingskosten|connection fee|handelsplatzgebühr|frais de connexion|corporate action|kosten|costs|gebühr|\bfees?\b|frais|comisi[oó]n|comiss|commission|\bcost[oi]\b|\bcustos?\b|opłata/i,
      },
      post: { type: 'fees_cash' },
    },
    { when: { note: /courtesy|bonus|promotion|compensation/i }, post: { type: 'other_income' } },
    {
      when: { note: /interest|rente|zinsen|int[ée]r[êe]ts|juros|inter[eé]s|interessi|odsetki/i },
      post: { type: 'interest' },
    },
    {
      when: { note: /tax|belasting|steuer|imp[ôo]t|imposto|impuesto|tassa|podatek/i },
      post: { type: 'tax' },
    },
    {
      when: { note: /terugstorting|withdrawal|auszahlung|retrait|retirada|levantamento|prelievo|wypłata/i },
      post: { type: 'withdrawal' },
    },
    {
      when: {
        note: /deposit|storting|einzahlung|versement|versamento|dépôt|ingreso|depósito|deposito|depozyt/i,
      },
      post: { type: 'deposit' },
    },
  ],
}
