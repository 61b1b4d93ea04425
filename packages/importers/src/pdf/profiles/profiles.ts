import { baaderbank } from './baaderbank.ts'
import { bondora } from './bondora.ts'
import { boursobank } from './boursobank.ts'
import { comdirect } from './comdirect.ts'
import { commerzbank } from './commerzbank.ts'
import { consorsbank } from './consorsbank.ts'
import { dab } from './dab.ts'
import { dadatbank } from './dadatbank.ts'
import { degiro } from './degiro.ts'
import { dekabank } from './dekabank.ts'
import { deutschebank } from './deutschebank.ts'
import { dkb } from './dkb.ts'
import { dwpbank, dwpbankIncome } from './dwpbank.ts'
import { ebase } from './ebase.ts'
import { erstebank } from './erstebank.ts'
import { filfondsbank } from './filfondsbank.ts'
import { findependentag } from './findependentag.ts'
import { fintechgroupbank } from './fintechgroupbank.ts'
import { fortuneo } from './fortuneo.ts'
import { ingdiba } from './ingdiba.ts'
import { keytradebank } from './keytradebank.ts'
import { oldenburgischelandesbankag } from './oldenburgischelandesbankag.ts'
import { onvista } from './onvista.ts'
import { postbank } from './postbank.ts'
import { postfinance } from './postfinance.ts'
import type { BankProfile } from './profile.ts'
import { quirinbank } from './quirinbank.ts'
import { raiffeisenbankgruppe } from './raiffeisenbankgruppe.ts'
import { saxobank } from './saxobank.ts'
import { sbroker } from './sbroker.ts'
import { scalablecapital } from './scalablecapital.ts'
import { sutorbankgmbh } from './sutorbankgmbh.ts'
import { swissquote } from './swissquote.ts'
import { targobank } from './targobank.ts'
import { tradegate } from './tradegate.ts'
import { traderepublic } from './traderepublic.ts'
import { unioninvestment } from './unioninvestment.ts'
import { wirbank } from './wirbank.ts'

/**
 * All profiles. The first that recognises a document reads it: first the one for several banks, then those whose
 * documents name another bank; last the notes that several banks have in common.
 */
export const profiles: readonly BankProfile[] = [
  dwpbank,
  fintechgroupbank,
  onvista,
  postbank,
  baaderbank,
  bondora,
  boursobank,
  comdirect,
  commerzbank,
  consorsbank,
  dab,
  dadatbank,
  degiro,
  dekabank,
  deutschebank,
  dkb,
  ebase,
  erstebank,
  filfondsbank,
  findependentag,
  fortuneo,
  ingdiba,
  keytradebank,
  oldenburgischelandesbankag,
  postfinance,
  quirinbank,
  raiffeisenbankgruppe,
  saxobank,
  sbroker,
  scalablecapital,
  sutorbankgmbh,
  swissquote,
  targobank,
  tradegate,
  traderepublic,
  unioninvestment,
  wirbank,
  dwpbankIncome,
]
