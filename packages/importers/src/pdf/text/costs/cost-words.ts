/** Parts of words that name a fee, whatever else the label says. */
export const namesFee =
  /gebuhr|entgelt|provision|spesen|kosten|courtage|kommission|pauschale|porto|marge|agio|aufschlag|honorar|rabatt|fees?(?: |$)|charge|commission|broker|discount|frais|spese|spread|oneri|costi|costo|coste|diritti|gastos|comision|comiss|corretaj|canon|tarifa|custos|kost|makelaar|vergoeding|avgift|kurtage|gebyr|omkostning|prowizj|oplat|poplat|palkkio|clearing|settlement|handling|surcharge|levy/

/** Parts of words that name a tax. */
export const namesTax =
  /steuer|(?:^| )ust(?: |$)|mwst|tax|impot|prelevement|precompte|retenue|(?:^| )(?:tva|iva|vat|tob|ttf|ftt|csg|crds|soli|taks|moms)(?: |$)|solidarit|imposta|imposto|impuesto|bollo|tassa|belasting|heffing|kest|stempel|stamp|abgabe|skatt|podatek|ritenut|retencion|retencao|duty/
