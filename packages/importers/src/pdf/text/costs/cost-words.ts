/** Parts of words that name a fee, whatever else the label says. */
export const namesFee =
  /gebuhr|entgelt|provision|spesen|kosten|courtage|kommission|pauschale|porto|marge|agio|aufschlag|fees?(?: |$)|charge|commission|broker|frais|spese|spread|oneri|costi|gastos|comision|kost|avgift|kurtage|gebyr|prowizj|oplat|clearing|settlement|handling|surcharge|levy/

/** Parts of words that name a tax. */
export const namesTax =
  /steuer|tax|impot|imposta|impuesto|belasting|kest|stempel|stamp|abgabe|skatt|podatek|ritenut|retencion|duty/
