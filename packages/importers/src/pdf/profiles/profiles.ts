import { bondora } from './bondora.ts'
import { boursobank } from './boursobank.ts'
import { comdirect } from './comdirect.ts'
import { commerzbank } from './commerzbank.ts'
import { dab } from './dab.ts'
import { dadatbank } from './dadatbank.ts'
import { degiro } from './degiro.ts'
import { dekabank } from './dekabank.ts'
import { deutschebank } from './deutschebank.ts'
import { dkb } from './dkb.ts'
import { dwpbank } from './dwpbank.ts'
import { ebase } from './ebase.ts'
import { filfondsbank } from './filfondsbank.ts'
import { fortuneo } from './fortuneo.ts'
import type { BankProfile } from './profile.ts'
import { quirinbank } from './quirinbank.ts'
import { targobank } from './targobank.ts'
import { tradegate } from './tradegate.ts'
import { unioninvestment } from './unioninvestment.ts'

/** All profiles. The first that recognises a document reads it. */
export const profiles: readonly BankProfile[] = [
  bondora,
  boursobank,
  comdirect,
  commerzbank,
  dab,
  dadatbank,
  degiro,
  dekabank,
  deutschebank,
  dkb,
  dwpbank,
  ebase,
  filfondsbank,
  fortuneo,
  quirinbank,
  targobank,
  tradegate,
  unioninvestment,
]
